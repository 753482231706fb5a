package lang

import (
	"slices"
	"testing"

	"golang.org/x/text/feature/plural"
)

// A language with any number of forms needs only a row and a folder: its forms follow from Unicode's rules.
func TestFormsOfLanguages(t *testing.T) {
	for code, want := range map[string][]plural.Form{
		"en":    {plural.One, plural.Other},
		"de":    {plural.One, plural.Other},
		"ja":    {plural.Other},
		"pl":    {plural.One, plural.Few, plural.Many},
		"ar":    {plural.Zero, plural.One, plural.Two, plural.Few, plural.Many, plural.Other},
		"pt-BR": {plural.One, plural.Other},
	} {
		if got := formsOf(code); !slices.Equal(got, want) {
			t.Errorf("%s has the forms %v, expected %v", code, got, want)
		}
	}
}

// A language whose code in Discord has a region is found by that code, by its own code, and by the first part.
func TestThirdLanguage(t *testing.T) {
	before := languages
	t.Cleanup(func() { languages = before })
	languages = append(slices.Clone(before), row{"es", []string{"es-ES", "es-419"}, "Español", ","}, row{"zh-CN", []string{"zh-CN"}, "中文", "."})
	for locale, want := range map[string]string{"es-ES": "es", "es-419": "es", "es": "es", "zh-CN": "zh-CN", "zh-TW": "zh-CN", "de": "de", "fr": "en"} {
		if got := Of(locale); got.String() != want {
			t.Errorf("%s is read as %s, expected %s", locale, got, want)
		}
	}
	if got := Of("es-419").Number("11.4"); got != "11,4" {
		t.Errorf("a figure is %s", got)
	}
}
