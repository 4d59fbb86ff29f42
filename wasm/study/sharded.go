package study

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"rampart/core/experiment"
	"rampart/core/shard"
	"rampart/core/strict"
)

// Part is what one shard of a study has found.
type Part struct {
	Engine string
	Names  []string // of the settings; none: all
	Shard  shard.Shard
	Digest string // of the study: see Digest
	Rows   []Row  // of the trainings that the shard does, in their order
}

// Digest is the digest of what the named settings (all if none is named) train
// and test, by which parts are known: "sha256:" and the hexadecimal SHA-256 of
// the experiments' canonical JSON. It returns an error if a setting is wrong.
func Digest(names []string) (string, error) {
	sum := sha256.New()
	for _, j := range jobsOf(names) {
		x, err := Experiment(j.setting, j.preset, j.seed)
		if err != nil {
			return "", err
		}
		x.Strategies, x.Seeds = heuristics, testSeeds()
		sum.Write(append(experiment.AppendCanonical([]byte(j.name()+" "), x), '\n'))
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// partFile is the JSON of a part.
type partFile struct {
	Rampart  int       `json:"rampart"`
	Engine   string    `json:"engine"`
	Settings []string  `json:"settings"`
	Shard    partShard `json:"shard"`
	Study    []Row     `json:"study"`
}

type partShard struct {
	Index            int    `json:"index"`
	Of               int    `json:"of"`
	ExperimentDigest string `json:"experimentDigest"`
}

// AppendPart appends a part as a file.
func AppendPart(dst []byte, p *Part) ([]byte, error) {
	data, err := json.MarshalIndent(partFile{
		experiment.FormatVersion, p.Engine, append([]string{}, p.Names...),
		partShard{p.Shard.Index, p.Shard.Of, p.Digest}, append([]Row{}, p.Rows...),
	}, "", " ")
	return append(append(dst, data...), '\n'), err
}

// MaxPartBytes is the length of the largest file that DecodePart reads.
const MaxPartBytes = 1 << 26

// DecodePart reads what AppendPart has written, strictly. The study must be one
// that this program makes, and the rows those that the shard does.
func DecodePart(data []byte) (*Part, error) {
	doc, err := strict.Parse(data, strict.Limits{MaxBytes: MaxPartBytes})
	if err != nil {
		return nil, err
	}
	p := &Part{}
	o := doc.Root().Object()
	o.Require("rampart", "engine", "settings", "shard", "study")
	version := 0
	o.Int("rampart", &version, strict.Between(experiment.FormatVersion, experiment.FormatVersion))
	o.String("engine", &p.Engine, experiment.MaxName)
	o.Array("settings", 0, len(Settings), func(_ int, n strict.Node) {
		name := ""
		n.String(&name, experiment.MaxName)
		p.Names = append(p.Names, name)
	})
	experiment.DecodeShard(o.Object("shard"), &p.Shard, &p.Digest)
	o.Array("study", 0, mostJobs, func(_ int, n strict.Node) {
		p.Rows = append(p.Rows, decodeRow(n.Object()))
	})
	o.Done()
	if doc.Err() != nil {
		return nil, doc.Err()
	}
	if now, err := Digest(p.Names); err != nil || now != p.Digest {
		o.Errorf("shard", "experimentDigest is not that of the study of these settings, which is %s", now)
	}
	share := shareOf(p.Names, p.Shard)
	same := len(share) == len(p.Rows)
	for i := 0; same && i < len(share); i++ {
		r := &p.Rows[i]
		same = r.Setting == share[i].setting.Name && r.Preset == share[i].preset && r.Seed == share[i].seed
	}
	if !same {
		o.Errorf("study", "the rows are not those of the %d trainings of %s", len(share), p.Shard)
	}
	return p, doc.Err()
}

// shareOf lists the trainings of the named settings that a shard does.
func shareOf(names []string, s shard.Shard) []job {
	var list []job
	for i, j := range jobsOf(names) {
		if s.Takes(i) {
			list = append(list, j)
		}
	}
	return list
}

// mostJobs bounds the trainings of a study that a file may hold.
const mostJobs = 10_000

func decodeRow(o *strict.Fields) (r Row) {
	o.Require("setting", "preset", "seed", "steps", "file", "digest", "rates")
	o.String("setting", &r.Setting, experiment.MaxName)
	o.String("preset", &r.Preset, experiment.MaxName)
	o.Uint64("seed", &r.Seed, strict.Between(0, 1<<53-1))
	o.Int("steps", &r.Steps, strict.Between(0, 1e9))
	o.String("file", &r.File, experiment.MaxName)
	o.String("digest", &r.Digest, experiment.MaxName)
	o.Array("rates", 1, experiment.MaxStrategies, func(_ int, n strict.Node) {
		rates := []float64{}
		n.Array(1, experiment.MaxSeeds, func(_ int, n strict.Node) {
			rate := 0.0
			n.Float(&rate, strict.Between(0, 1))
			rates = append(rates, rate)
		})
		r.Rates = append(r.Rates, rates)
	})
	o.Done()
	return r
}

// Merge returns the rows of all parts in the order of the study. The caller has
// made sure that none is missing, by shard.Parts.
func Merge(parts []*Part) []Row {
	by := make(map[int][]Row, len(parts))
	total := 0
	for _, p := range parts {
		by[p.Shard.Index] = p.Rows
		total += len(p.Rows)
	}
	rows := make([]Row, 0, total)
	for i := range total {
		share := by[i%len(parts)]
		if i/len(parts) >= len(share) {
			panic(fmt.Sprintf("study: row %d is missing", i))
		}
		rows = append(rows, share[i/len(parts)])
	}
	return rows
}
