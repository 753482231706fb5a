package script
import ("testing";"os";"context";"bytes";"downsync/game/script")
func TestTry(t *testing.T){ raw,_:=os.ReadFile(os.Getenv("TRY")); var out,errs bytes.Buffer
 st:=script.Run(context.Background(), []script.Game{Game}, "x", bytes.NewReader(raw), &out,&errs); t.Logf("%d\n%s\n%s",st,out.String(),errs.String())}
