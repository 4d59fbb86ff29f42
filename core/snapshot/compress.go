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

// The compressed form is the version (a byte), the CRC-32 (Castagnoli) of all
// else, the lengths of the body and of what it inflates to (uvarints), and the
// body: the canonical form in raw DEFLATE (RFC 1951) with the dictionary. The
// lengths tell a cut link from an altered one, and refuse a bomb before it goes
// off. The dictionary belongs to the version: another one makes another version.

//go:embed dictionary.txt
var dictionary []byte

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

const sumEnd = 1 + crc32.Size // where the checksum of the compressed form ends

// checksum is the checksum of a compressed form; whatever stands in its own
// place does not count.
func checksum(packed []byte) uint32 {
	sum := crc32.Update(0, castagnoli, packed[:1])
	return crc32.Update(sum, castagnoli, packed[sumEnd:])
}

// compress returns the compressed form of a canonical form.
func compress(canonical []byte) []byte {
	var body bytes.Buffer
	w, err := flate.NewWriterDict(&body, flate.BestCompression, dictionary)
	if err != nil {
		panic("snapshot: compression level")
	}
	w.Write(canonical) // a bytes.Buffer takes everything
	w.Close()
	packed := make([]byte, sumEnd, sumEnd+2*binary.MaxVarintLen32+body.Len())
	packed[0] = compressedVersion
	packed = binary.AppendUvarint(packed, uint64(body.Len()))
	packed = binary.AppendUvarint(packed, uint64(len(canonical)))
	packed = append(packed, body.Bytes()...)
	binary.BigEndian.PutUint32(packed[1:], checksum(packed))
	return packed
}

// decompress returns the canonical form of a compressed form, at most MaxBytes.
func decompress(packed []byte) ([]byte, error) {
	if len(packed) > 0 && packed[0] > compressedVersion {
		return nil, fmt.Errorf("%w: compressed form %d, this program reads %d", ErrNewer, packed[0], compressedVersion)
	}
	if len(packed) <= sumEnd {
		return nil, ErrCut
	}
	rest := packed[sumEnd:]
	compressed, n := binary.Uvarint(rest)
	inflated, m := binary.Uvarint(rest[max(n, 0):])
	if n == 0 || m == 0 {
		return nil, ErrCut
	}
	if n < 0 || m < 0 || compressed > MaxFragment || packed[0] != compressedVersion {
		return nil, ErrAltered
	}
	body := rest[n+m:]
	if missing := int(compressed) - len(body); missing > 0 {
		return nil, fmt.Errorf("%w: about %d of %d are there", ErrCut, alphabet.EncodedLen(len(packed)), alphabet.EncodedLen(len(packed)+missing))
	}
	if len(body) > int(compressed) || checksum(packed) != binary.BigEndian.Uint32(packed[1:]) {
		return nil, ErrAltered
	}
	if inflated > MaxBytes {
		return nil, fmt.Errorf("%w: it would inflate to %d bytes, expected at most %d", ErrTooBig, inflated, MaxBytes)
	}
	return inflate(body, int(inflated))
}

// inflate inflates a body to exactly so many bytes.
func inflate(body []byte, size int) ([]byte, error) {
	in := bytes.NewReader(body)
	r := flate.NewReaderDict(in, dictionary)
	out := make([]byte, size+1) // one more, to see that there is no more
	if n, err := io.ReadFull(r, out); n != size || err != io.ErrUnexpectedEOF && err != io.EOF || in.Len() != 0 {
		return nil, fmt.Errorf("%w: it does not inflate to the %d bytes that it announces", ErrAltered, size)
	}
	return out[:size], nil
}
