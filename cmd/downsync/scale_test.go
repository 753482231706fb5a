package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// The files that docs/scale.md offers fit together: each name in one exists in the other, and the bot accepts its
// configuration.
func TestComposeFile(t *testing.T) {
	const folder = "../../docs/scale"
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	var c struct {
		Services map[string]struct {
			Image, Build string
			Command      []string
			DependsOn    []string `yaml:"depends_on"`
			Volumes      []string
			Secrets      []string
		}
		Volumes map[string]any
		Secrets map[string]struct{ File string }
	}
	if err := yaml.Unmarshal([]byte(read("compose.yaml")), &c); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"db1", "db2", "bot1", "bot2", "bot3", "front"} {
		if c.Services[name].Image == "" {
			t.Errorf("there is no service %s, or it has no image", name)
		}
	}
	for name, s := range c.Services {
		for _, other := range s.DependsOn {
			if _, ok := c.Services[other]; !ok {
				t.Errorf("%s depends on %s, which is not there", name, other)
			}
		}
		for _, secret := range s.Secrets {
			if c.Secrets[secret].File == "" {
				t.Errorf("%s wants the secret %s, which is not there", name, secret)
			}
		}
		for _, v := range s.Volumes {
			from, _, _ := strings.Cut(v, ":")
			if _, named := c.Volumes[from]; named || strings.HasPrefix(from, "./tls") {
				continue // the operator's
			}
			if !strings.HasPrefix(from, "./") {
				t.Errorf("%s mounts %s, which is no file and no volume", name, from)
			} else {
				read(from)
			}
		}
	}
	if _, err := readConfig(filepath.Join(folder, "bot.toml"), true); err != nil {
		t.Error(err)
	}
	servers := regexp.MustCompile(`server (bot\d):(\d+) `).FindAllStringSubmatch(read("nginx.conf"), -1)
	if len(servers) != 3 || !strings.Contains(read("bot.toml"), `listen = ":`+servers[0][2]+`"`) {
		t.Errorf("nginx.conf passes to %v, and bot.toml listens elsewhere", servers)
	}
	if text := read("nginx.conf"); strings.Count(text, "{") != strings.Count(text, "}") {
		t.Error("nginx.conf has a brace too many or too few")
	}
	for _, script := range []string{"primary.sh", "standby.sh"} {
		if said, err := exec.Command("bash", "-n", filepath.Join(folder, script)).CombinedOutput(); err != nil {
			t.Errorf("%s: %v %s", script, err, said)
		}
	}
	page, err := os.ReadFile(folder + ".md")
	if err != nil {
		t.Fatal(err)
	}
	addresses := regexp.MustCompile(`postgres://\S+`).FindAllString(string(page), -1)
	if !slices.ContainsFunc(addresses, func(a string) bool { return strings.Contains(a, "verify-full") && checkStoreURL("store.url", a) == nil }) {
		t.Errorf("docs/scale.md names no address that the bot takes: %q", addresses)
	}
}
