package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"downsync/bot/discord/echo"
	"downsync/bot/local"
)

// echoVariable makes the test binary run the smallest bot that discordgo makes.
const echoVariable = "DOWNSYNC_TEST_ECHO"

// runEcho is the child: "URL TOKEN SERVER". It ends with its input.
func runEcho(args []string) error {
	s, err := echo.Open(args[0], "Bot "+args[1], args[2])
	if err != nil {
		return err
	}
	fmt.Println("ready")
	_, err = io.Copy(io.Discard, os.Stdin)
	return errors.Join(err, s.Close())
}

// BenchmarkPress prints the cost to the bot of a press that decides something, with all its messages drawn and delivered,
// beside the cost of an answer to the smallest bot that discordgo makes: processor time of the whole process in each case (goal
// 15 ms).
func BenchmarkPress(b *testing.B) {
	const pace = 60 * time.Millisecond // enough for all messages of a press, so that none counts for two
	l := newLoad(b, size{live: 8, users: 8})
	r := rand.New(rand.NewPCG(5, 6))
	press := func() { // of somebody who is asked; windows close with time
		for tries, done := 0, len(l.took); len(l.took) == done; tries++ {
			if tries == 1000*l.users {
				b.Fatalf("after %d presses nobody is asked any more, as the matches are over: expected a -benchtime of 10x at most", done)
			}
			if l.act(r, 1+r.IntN(l.users)); tries%l.users == l.users-1 {
				l.srv.Clock().Advance(15 * time.Second)
				l.tell()
			}
		}
	}
	l.decide = true
	for range 100 {
		press()
	}
	own, other := time.Duration(0), echoed(b)
	for b.Loop() {
		began := worked(b, l.pid)
		const presses = 50
		for range presses {
			due := time.Now().Add(pace)
			press()
			time.Sleep(time.Until(due))
		}
		own += (worked(b, l.pid) - began) / presses
	}
	own /= time.Duration(b.N)
	b.ReportMetric(float64(own.Microseconds())/1000, "cpu-ms/press")
	b.ReportMetric(float64(other.Microseconds())/1000, "cpu-ms/echo")
	b.ReportMetric(float64(own)/float64(other), "x-echo")
}

// BenchmarkLive plays 20 live matches with 15 presses a second, in real time and from another process than the bot's. It prints how
// soon presses are answered (goal: 99 of 100 within 250 ms) and the bot's resident memory, under load and after a minute of quiet
// (150 and 60 MB).
func BenchmarkLive(b *testing.B) {
	l := newLoad(b, size{live: 20, users: 20})
	most := 0
	for n := 0; b.Loop(); n++ {
		most = max(most, l.pressed(uint64(n), 600, l.users))
	}
	slices.Sort(l.took)
	b.ReportMetric(ms(l.took[len(l.took)/2]), "ms/p50")
	b.ReportMetric(ms(l.took[len(l.took)*99/100]), "ms/p99")
	b.ReportMetric(float64(len(l.took)), "answers")
	b.ReportMetric(float64(most)/1e6, "MB/load")
	time.Sleep(time.Minute)
	b.ReportMetric(float64(l.usage().resident)/1e6, "MB/idle")
}

// BenchmarkOpponents prints how soon presses are answered in 20 live matches between people, alone and while 20 others play the
// strongest opponent, each a press in ten seconds (goal: 99 of 100 within five quarters of the time).
func BenchmarkOpponents(b *testing.B) {
	const people, others = 20, 20
	l := newLoad(b, size{live: people, users: people + others, people: people})
	p99 := func(n int, beside bool) float64 {
		l.took = nil
		done := make(chan struct{})
		var wg sync.WaitGroup
		for user := people; beside && user < people+others; user++ {
			wg.Go(func() {
				r := rand.New(rand.NewPCG(uint64(n), uint64(user)))
				for {
					select {
					case <-done:
						return
					case <-time.After(10 * time.Second):
						l.act(r, 1+user)
					}
				}
			})
		}
		l.pressed(uint64(n), 450, people)
		close(done)
		wg.Wait()
		slices.Sort(l.took)
		return ms(l.took[len(l.took)*99/100])
	}
	for user := people; user < people+others; user++ {
		l.finish(l.srv.User(fmt.Sprintf("player%d", user+1)).Slash("#general", "/match challenge opponent:@downsync rival:veteran size:small"))
	}
	var alone, beside float64
	for n := 0; b.Loop(); n++ {
		alone += p99(2*n, false)
		beside += p99(2*n+1, true)
	}
	b.ReportMetric(alone/float64(b.N), "ms/p99-alone")
	b.ReportMetric(beside/float64(b.N), "ms/p99-beside")
	b.ReportMetric(beside/alone, "x-alone")
}

// pressed makes the first users press that many times, 15 times a second, and returns the bot's greatest resident memory
// meanwhile, in bytes.
func (l *load) pressed(seed uint64, presses, users int) (most int) {
	l.t.Helper()
	const each = time.Second / 15
	var wg sync.WaitGroup
	for i := range presses {
		due := time.Now().Add(each)
		wg.Go(func() {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			for tries := 0; tries < users && !l.act(r, 1+r.IntN(users)); tries++ {
			}
		})
		if i%15 == 14 {
			l.srv.Clock().Advance(time.Second)
			l.tell()
			most = max(most, l.usage().resident)
		}
		time.Sleep(time.Until(due))
	}
	wg.Wait()
	return most
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// echoed returns the processor time that the smallest bot takes for an answer.
func echoed(b *testing.B) time.Duration {
	srv, err := local.New(local.Config{Users: 2, Clock: local.Real()})
	if err == nil {
		err = srv.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	defer srv.Close()
	s := &stage{t: b, srv: srv, conf: defaults()}
	s.conf.seams.named = always
	s.conf.Store.Path = srv.GuildID().String() // which the child reads as its server
	cmd, in, out := s.process(echoVariable)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		b.Fatalf("the echo did not start: %q %v\n%s", line, err, s.log.String())
	}
	const answers = 500
	answer := func(n int) {
		for range n {
			s.finish(srv.User("player1").Slash("#general", "/"+echo.Command))
		}
	}
	answer(50)
	began := worked(b, cmd.Process.Pid)
	answer(answers)
	took := worked(b, cmd.Process.Pid) - began
	in.Close()
	if err := cmd.Wait(); err != nil {
		b.Errorf("%v\n%s", err, s.log.String())
	}
	return took / answers
}

// worked returns how long the processors have worked for a process, which Linux reports in hundredths of a second.
func worked(b *testing.B, pid int) time.Duration {
	b.Helper()
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Fatal(err)
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	var user, system int64
	if _, err := fmt.Sscan(fields[11]+" "+fields[12], &user, &system); err != nil {
		b.Fatal(err)
	}
	return time.Duration(user+system) * 10 * time.Millisecond
}
