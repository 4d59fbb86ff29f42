package checkpoint

import (
	"reflect"
	"testing"

	"rampart/core/strict"
	"rampart/policy/dqn"
	"rampart/policy/gnn"
	"rampart/policy/ppo"
)

// fillIn gives every exported number and string of a struct a value of its own.
func fillIn(v reflect.Value, next *int) {
	if !v.CanSet() {
		return
	}
	*next++
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			fillIn(v.Field(i), next)
		}
	case reflect.Int:
		v.SetInt(int64(*next))
	case reflect.Float64:
		v.SetFloat(float64(*next) + 0.1)
	case reflect.String:
		v.SetString("text")
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 3, 3))
		for i := range 3 {
			fillIn(v.Index(i), next)
		}
	case reflect.Uint64:
		v.SetUint(uint64(*next))
	default:
		panic("a field of kind " + v.Kind().String())
	}
}

// No field of a struct is forgotten in files: a new one fails here until it has
// a name.
func TestFieldsAreComplete(t *testing.T) {
	t.Run("architecture", func(t *testing.T) { complete(t, architectureFields) })
	t.Run("settings", func(t *testing.T) { complete(t, settingsFields) })
	t.Run("settings of Q-learning", func(t *testing.T) { complete(t, qSettingsFields) })
	t.Run("evaluation", func(t *testing.T) { complete(t, evaluationFields) })
}

func complete[T gnn.Config | ppo.Settings | dqn.Settings | Evaluation](t *testing.T, fields func(*T) []field) {
	var in, out T
	fillIn(reflect.ValueOf(&in).Elem(), new(int))
	text := object(fields(&in))
	if err := parse(text, func(n strict.Node) { readFields(n.Object(), fields(&out)) }); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(in, out) {
		t.Errorf("%s\ngave  %+v\nof    %+v", text, out, in)
	}
}
