package wire

// OpSurvey asks how the cluster stands at the moment Seconds of the run of one
// unit; Job is the running job whose links are wanted, nil for none. It answers
// progress, then survey or error.
const OpSurvey Op = "survey"

// KindSurvey is the answer: Survey is set.
const KindSurvey Kind = "survey"

// Survey is what there is of free blocks and of channels in use at a moment.
type Survey struct {
	Seconds     float64         `json:"seconds"`
	Free        int             `json:"free"`        // servers
	Largest     int             `json:"largest"`     // servers of the largest free block
	LargestForm [3]int          `json:"largestForm"` // groups, racks in each, servers in each rack
	Together    int             `json:"together"`    // servers of the largest block that as many could form
	Scatter     float64         `json:"scatter"`     // 1 - Largest/Together; see core/survey
	Degrees     []SurveyDegree  `json:"degrees"`     // ascending
	PerLink     int             `json:"perLink"`     // channels of a link
	Reaches     [3]SurveyReach  `json:"reaches"`     // in a rack, in a group, between groups
	Jobs        []SurveyJob     `json:"jobs"`        // that run, in order of arrival
	Links       []SurveyChannel `json:"links,omitempty"`
}

// SurveyDegree is what there is for jobs of one degree.
type SurveyDegree struct {
	Servers    int    `json:"servers"`
	Positions  int    `json:"positions"`            // of blocks in the empty cluster
	Free       int    `json:"free"`                 // of them
	Form       [3]int `json:"form"`                 // of the first that is free
	First      []int  `json:"first,omitempty"`      // its servers
	LastResort []int  `json:"lastResort,omitempty"` // servers of a form that only first fit takes
}

// SurveyReach counts links of one reach.
type SurveyReach struct {
	Links    int   `json:"links"` // that carry flows
	AllLinks int64 `json:"allLinks"`
	Channels int   `json:"channels"` // in use
	Most     int   `json:"most"`     // on one link
}

// SurveyJob is what a running job uses of the network.
type SurveyJob struct {
	Job      int     `json:"job"`
	Links    int     `json:"links"`
	Channels int     `json:"channels"`
	Flows    int     `json:"flows"`
	Bytes    float64 `json:"bytes"` // of the flows of one training step
	Lost     bool    `json:"lost,omitempty"`
}

// SurveyChannel is a link of the job that was asked about.
type SurveyChannel struct {
	From     int     `json:"from"` // servers
	To       int     `json:"to"`
	Flows    int     `json:"flows"`
	Channels int     `json:"channels"`
	Bytes    float64 `json:"bytes"`
}
