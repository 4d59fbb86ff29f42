// Package check decodes the manifests of docs/cluster with Kubernetes' own types.
// It is a module of its own, so that Rampart does not depend on them:
//
//	cd docs/cluster/check && go test
package check

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	"sigs.k8s.io/yaml"
)

// read decodes a manifest strictly: a field that the API does not know, or one
// that stands twice, is an error.
func read(t *testing.T, name string) *batch.Job {
	t.Helper()
	data, err := os.ReadFile("../" + name)
	if err != nil {
		t.Fatal(err)
	}
	var job batch.Job
	if err := yaml.UnmarshalStrict(data, &job); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if job.APIVersion != "batch/v1" || job.Kind != "Job" {
		t.Errorf("%s: %s %s is no job", name, job.APIVersion, job.Kind)
	}
	pod := job.Spec.Template.Spec
	if pod.RestartPolicy != core.RestartPolicyNever {
		t.Errorf("%s: restart policy %s", name, pod.RestartPolicy)
	}
	volumes := map[string]bool{}
	for _, v := range pod.Volumes {
		volumes[v.Name] = true
	}
	for _, c := range pod.Containers {
		if c.Image == "" || c.Resources.Requests.Memory().Cmp(*c.Resources.Limits.Memory()) > 0 {
			t.Errorf("%s: container %s has no image, or asks for more memory than it may use", name, c.Name)
		}
		for _, m := range c.VolumeMounts {
			if !volumes[m.Name] {
				t.Errorf("%s: container %s mounts %s, which is no volume", name, c.Name, m.Name)
			}
		}
	}
	return &job
}

// args returns the arguments of a job's container for one index, its variables
// replaced as the kubelet does.
func args(job *batch.Job, index int) []string {
	c := job.Spec.Template.Spec.Containers[0]
	pairs := []string{"$(JOB_COMPLETION_INDEX)", strconv.Itoa(index)}
	for _, v := range c.Env {
		pairs = append(pairs, "$("+v.Name+")", v.Value)
	}
	var list []string
	for _, a := range c.Args {
		list = append(list, strings.NewReplacer(pairs...).Replace(a))
	}
	return list
}

func TestJob(t *testing.T) {
	job := read(t, "job.yaml")
	s := &job.Spec
	if s.CompletionMode == nil || *s.CompletionMode != batch.IndexedCompletion || s.Completions == nil || s.Parallelism == nil {
		t.Fatalf("the job is not indexed: %+v", s)
	}
	// What the API server checks: per-index limits are for indexed jobs, FailIndex
	// needs them, rules name a container, and In does not go with status 0.
	if s.BackoffLimitPerIndex == nil || s.MaxFailedIndexes == nil || s.BackoffLimit != nil || *s.MaxFailedIndexes > *s.Completions {
		t.Error("the limits do not go together")
	}
	for _, r := range s.PodFailurePolicy.Rules {
		if (r.OnExitCodes == nil) == (len(r.OnPodConditions) == 0) {
			t.Errorf("a rule has not one condition: %+v", r)
		}
		if e := r.OnExitCodes; e != nil && (*e.ContainerName != s.Template.Spec.Containers[0].Name || e.Operator != batch.PodFailurePolicyOnExitCodesOpIn || e.Values[0] == 0) {
			t.Errorf("exit codes %+v", e)
		}
	}
	for i := range int(*s.Completions) {
		line := strings.Join(args(job, i), " ")
		for _, want := range []string{fmt.Sprintf("--shard=%d/%d ", i, *s.Completions), fmt.Sprintf("-o=/out/part-%d.json", i)} {
			if !strings.Contains(line, want) {
				t.Errorf("index %d: %s has no %s", i, line, want)
			}
		}
		if strings.Contains(line, "$(") {
			t.Errorf("index %d: %s has a variable that is not set", i, line)
		}
	}
}

func TestMerge(t *testing.T) {
	job, parts := read(t, "merge.yaml"), read(t, "job.yaml")
	line := strings.Join(args(job, 0), " ")
	for i := range int(*parts.Spec.Completions) {
		if part := fmt.Sprintf("/out/part-%d.json", i); strings.Count(line, part) != 1 {
			t.Errorf("%s does not merge %s", line, part)
		}
	}
	if got, want := strings.Count(line, "/part-"), int(*parts.Spec.Completions); got != want {
		t.Errorf("%d parts are merged, %d are made", got, want)
	}
}
