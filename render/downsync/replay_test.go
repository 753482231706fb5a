package downsync_test

import (
	"bytes"
	"image"
	"image/color/palette"
	"image/draw"
	"image/gif"
	"image/png"
	"testing"
	"time"

	"downsync/game"
	rules "downsync/game/downsync"
	"downsync/game/plane"
	pic "downsync/render/downsync"
	"downsync/render/rendertest"
)

// played returns a match of that many steps: one piece moves in each.
func played(n int) []pic.Frame {
	var out []pic.Frame
	for i := range n {
		f := pic.Frame{Step: i + 1, Of: n, Note: "A3 fires at B6, Medium Cannon: 16 against 13, hit.", Sides: [2]rules.View{crowded(game.Player(1)), crowded(game.Player(2))}, Truth: crowded(game.Referee())}
		for _, v := range []*rules.View{&f.Sides[0], &f.Sides[1], &f.Truth} {
			v.Round, v.Turn = 1+i/30, 1+i/3
			for j := range v.Pieces {
				p := &v.Pieces[j]
				moves := max(0, i-j+len(v.Pieces)-1) / len(v.Pieces) // so far
				for k := range p.Bases {
					p.Bases[k].X += plane.Inch((moves%9 - 4) * 700)
				}
				p.Activated = (i-j)%len(v.Pieces) < 5
			}
		}
		out = append(out, f)
	}
	out[n-1].Truth.Result = &game.Result{Rank: []int{1, 2}, Why: "vp"}
	return out
}

// film shows the frames.
func film(frames []pic.Frame) pic.Film {
	return func(show func(pic.Frame) error) error {
		for _, f := range frames {
			if err := show(f); err != nil {
				return err
			}
		}
		return nil
	}
}

var plain pic.Look

// A replay shows every step, is the same each time, and reports its progress.
func TestReplay(t *testing.T) {
	frames, told := played(8), 0
	raw, err := plain.Replay(film(frames), func(done, of int) error {
		if told++; done != told || of != 8 {
			t.Errorf("told %d of %d after %d steps", done, of, told)
		}
		return nil
	})
	if err != nil || told != 8 {
		t.Fatal(told, err)
	}
	rendertest.Keep(t, "replay", raw)
	again, err := plain.Replay(film(frames), func(int, int) error { return nil })
	if err != nil || !bytes.Equal(raw, again) {
		t.Errorf("the same match has another replay, %v", err)
	}
	movie, err := gif.DecodeAll(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if len(movie.Image) != 8 || movie.Config.Width != 800 || movie.LoopCount != 0 {
		t.Errorf("%d pictures, %d px wide", len(movie.Image), movie.Config.Width)
	}
	for i, m := range movie.Image[1:] {
		if m.Rect == movie.Image[0].Rect {
			t.Errorf("step %d draws everything again", i+2)
		}
	}
	// The last picture of the animation equals the last step alone.
	seen := image.NewRGBA(movie.Image[0].Rect)
	for _, m := range movie.Image {
		draw.Draw(seen, m.Rect, m, m.Rect.Min, draw.Over)
	}
	frames[7].Step, frames[7].Of = 1, 1
	alone, err := plain.Replay(film(frames[7:]), func(int, int) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	one, err := gif.Decode(bytes.NewReader(alone))
	if err != nil {
		t.Fatal(err)
	}
	differ := 0
	for y := 120; y < seen.Rect.Dy(); y++ { // below the number of steps
		for x := range seen.Rect.Dx() {
			r, g, b, _ := one.At(x, y).RGBA()
			if c := seen.RGBAAt(x, y); c.R != uint8(r>>8) || c.G != uint8(g>>8) || c.B != uint8(b>>8) {
				differ++
			}
		}
	}
	if differ > 0 {
		t.Errorf("%d pixels are not those of the last step", differ)
	}
}

// Nobody sees both sides of a match in progress, nor views of the wrong viewers.
func TestReplayOnlyOfWhatIsOver(t *testing.T) {
	on := played(3)
	on[2].Truth.Result = nil
	wrong := played(3)
	wrong[1].Sides[0].Viewer = game.Referee()
	short, torn := played(3)[:2], append(played(3)[:1], played(3)[2])
	for _, frames := range [][]pic.Frame{nil, on, wrong, short, torn} {
		if _, err := plain.Replay(film(frames), func(int, int) error { return nil }); err == nil {
			t.Error("a replay")
		}
		if _, err := plain.ContactSheet(film(frames)); err == nil {
			t.Error("a contact sheet")
		}
	}
	if _, err := plain.Still(wrong[1]); err == nil {
		t.Error("a still of other views than it says")
	}
}

func TestStills(t *testing.T) {
	frames := played(24)
	still, err := plain.Still(frames[23])
	if err != nil {
		t.Fatal(err)
	}
	rendertest.Keep(t, "still", still)
	sheet, err := plain.ContactSheet(film(frames))
	if err != nil {
		t.Fatal(err)
	}
	rendertest.Keep(t, "contact-sheet", sheet)
	for _, raw := range [][]byte{still, sheet} {
		m, err := png.Decode(bytes.NewReader(raw))
		if err != nil || m.Bounds().Dx() != 1200 || len(raw) > 300<<10 {
			t.Errorf("%d bytes, %v", len(raw), err)
		}
	}
}

// BenchmarkReplay prints, for a match of 150 steps, how many times faster and how much smaller a replay is than the naive method:
// each picture in full, dithered to a common palette, written by image/gif. Goals: 50 and 0.2.
func BenchmarkReplay(b *testing.B) {
	frames := played(150)
	const sample = 4
	began := time.Now()
	slow := naive(b, frames[:sample])
	each := time.Since(began) / sample
	size := 0
	b.ResetTimer()
	for range b.N {
		raw, err := plain.Replay(film(frames), func(int, int) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		size = len(raw)
	}
	mine := b.Elapsed() / time.Duration(b.N*len(frames))
	b.ReportMetric(float64(each)/float64(mine), "x-naive")
	b.ReportMetric(float64(size)/float64(len(frames))/(float64(slow)/sample), "of-naive-size")
	b.ReportMetric(float64(size)/(1<<20), "MB")
}

// naive returns the size in bytes of an animation whose pictures are drawn, dithered and written individually.
func naive(b *testing.B, frames []pic.Frame) int {
	var movie gif.GIF
	frames[len(frames)-1].Truth.Result = &game.Result{Rank: []int{1, 2}, Why: "vp"}
	for i := range frames {
		raw, err := plain.Still(frames[i])
		if err != nil {
			b.Fatal(err)
		}
		m, err := png.Decode(bytes.NewReader(raw))
		if err != nil {
			b.Fatal(err)
		}
		small := image.NewPaletted(image.Rect(0, 0, 800, m.Bounds().Dy()*2/3), palette.Plan9)
		half := image.NewRGBA(small.Rect)
		for y := range half.Rect.Dy() {
			for x := range half.Rect.Dx() {
				half.Set(x, y, m.At(x*3/2, y*3/2))
			}
		}
		draw.FloydSteinberg.Draw(small, small.Rect, half, image.Point{})
		movie.Image, movie.Delay = append(movie.Image, small), append(movie.Delay, 70)
	}
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &movie); err != nil {
		b.Fatal(err)
	}
	return out.Len()
}
