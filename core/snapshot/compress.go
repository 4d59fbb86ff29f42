package snapshot

import (
	"bytes"
	"compress/flate"
	_ "embed"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
)

// compressedVersion is the first byte of the compressed form.
const compressedVersion = 1

// The compressed form is the version, the lengths of the body and of what it
// inflates to (uvarints), the CRC-32 (Castagnoli) of the body, and the body: the
// canonical form in raw DEFLATE (RFC 1951) with the dictionary. The lengths tell
// a cut link from an altered one, and let a bomb be refused before it goes off.

//go:embed dictionary.txt
var dictionary []byte

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// compress returns the compressed form of a canonical form.
func compress(canonical []byte) []byte {
	var body bytes.Buffer
	w, err := flate.NewWriterDict(&body, flate.BestCompression, dictionary)
	if err != nil {
		panic("snapshot: compression level")
	}
	w.Write(canonical) // a bytes.Buffer takes everything
	w.Close()
	packed := binary.AppendUvarint([]byte{compressedVersion}, uint64(body.Len()))
	packed = binary.AppendUvarint(packed, uint64(len(canonical)))
	packed = binary.BigEndian.AppendUint32(packed, crc32.Checksum(body.Bytes(), castagnoli))
	return append(packed, body.Bytes()...)
}

// decompress returns the canonical form of a compressed form, at most MaxBytes.
func decompress(packed []byte) ([]byte, error) {
	if len(packed) == 0 {
		return nil, fmt.Errorf("%w: nothing follows r1=", ErrCut)
	}
	if packed[0] != compressedVersion {
		return nil, fmt.Errorf("%w: form %d, this program reads %d", ErrNewer, packed[0], compressedVersion)
	}
	rest := packed[1:]
	compressed, n := binary.Uvarint(rest)
	if n <= 0 {
		return nil, ErrCut
	}
	rest = rest[n:]
	inflated, n := binary.Uvarint(rest)
	if n <= 0 || len(rest[n:]) < crc32.Size {
		return nil, ErrCut
	}
	sum, body := binary.BigEndian.Uint32(rest[n:]), rest[n+crc32.Size:]
	switch {
	case inflated > MaxBytes:
		return nil, fmt.Errorf("%w: it would inflate to %d bytes, expected at most %d", ErrTooBig, inflated, MaxBytes)
	case uint64(len(body)) < compressed:
		return nil, fmt.Errorf("%w: %d of %d bytes are there", ErrCut, len(body), compressed)
	case uint64(len(body)) > compressed, crc32.Checksum(body, castagnoli) != sum:
		return nil, ErrAltered
	}
	out := make([]byte, inflated)
	in := bytes.NewReader(body)
	r := flate.NewReaderDict(in, dictionary)
	if _, err := io.ReadFull(r, out); err != nil {
		return nil, ErrAltered
	}
	if n, err := r.Read(make([]byte, 1)); n != 0 || err != io.EOF || in.Len() != 0 {
		return nil, ErrAltered
	}
	return out, nil
}
