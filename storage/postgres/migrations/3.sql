-- Version 3 keeps a packed match as an archive, in place of its events, causes and snapshot.

ALTER TABLE match ADD COLUMN packed boolean NOT NULL DEFAULT false;

CREATE TABLE archive (
  match text COLLATE "C" PRIMARY KEY,
  data  bytea NOT NULL               -- as storage.Whole.Archive writes it
);
ALTER TABLE archive ALTER COLUMN data SET STORAGE EXTERNAL; -- it is compressed already

-- archive_match packs a match that is at that version. outcome: 0 packed, 1 packed before, 2 it has moved on, 3 no such match.
CREATE FUNCTION archive_match(p_match text, p_version bigint, p_hash bytea, p_data bytea, OUT outcome int) LANGUAGE plpgsql AS $$
DECLARE
  m match%ROWTYPE;
BEGIN
  SELECT * INTO m FROM match WHERE id = p_match FOR UPDATE;
  IF NOT FOUND THEN
    outcome := 3;
  ELSIF m.packed THEN
    outcome := 1;
  ELSIF m.version <> p_version OR m.hash <> p_hash THEN
    outcome := 2;
  ELSE
    INSERT INTO archive VALUES (p_match, p_data);
    DELETE FROM event WHERE match = p_match;
    DELETE FROM cause WHERE match = p_match;
    DELETE FROM snapshot WHERE match = p_match;
    UPDATE match SET packed = true WHERE id = p_match;
    outcome := 0;
  END IF;
END $$;

-- commit_match is one decision, in one round trip: its transaction is the statement that calls it.
-- outcome: 0 stored, 1 the cause was applied before, 2 conflict, 3 no such match; DS001: a record has changed since it was read;
-- DS002: the match is packed. The caller unpacks it and calls again.
CREATE OR REPLACE FUNCTION commit_match(p_match text, p_expect bigint, p_cause bytea, p_at bigint, p_events bytea[], p_state bytea, p_wake bigint,
  p_queues text[], p_bodies bytea[], p_replaces boolean[], p_keys bytea[], p_values bytea[], p_if boolean[], p_was bytea[], p_reply bytea,
  OUT outcome int, OUT version bigint, OUT reply bytea) LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  h bytea;
  archived boolean;
BEGIN
  SELECT m.version, m.hash, m.packed INTO version, h, archived FROM match m WHERE m.id = p_match FOR UPDATE;
  IF archived THEN -- an error, so that a host of an earlier program takes it for one too
    RAISE EXCEPTION 'the match is packed' USING ERRCODE = 'DS002';
  END IF;
  IF version IS NULL THEN
    IF p_expect > 0 THEN
      outcome := 3;
      RETURN;
    END IF;
    INSERT INTO match AS m (id, version, hash) VALUES (p_match, 0, decode(repeat('00', 32), 'hex')) ON CONFLICT DO NOTHING;
    SELECT m.version, m.hash INTO version, h FROM match m WHERE m.id = p_match FOR UPDATE; -- ours, or that of who was faster
  END IF;
  -- Each statement sees what was committed before it began, so this sees all that came before us at the lock above.
  IF version > 0 THEN
    SELECT c.version, c.reply INTO version, reply FROM cause c WHERE c.match = p_match AND c.cause = p_cause;
    IF FOUND THEN
      outcome := 1;
      RETURN;
    END IF;
    SELECT m.version INTO version FROM match m WHERE m.id = p_match;
  END IF;
  IF version <> p_expect THEN
    outcome := 2;
    RETURN;
  END IF;
  FOR i IN 1 .. array_length(p_events, 1) LOOP
    version := version + 1;
    h := sha256(h || int8send(version) || int8send(p_at) || p_events[i]); -- as table.Link
    INSERT INTO event VALUES (p_match, version, p_at, h, p_events[i]);
  END LOOP;
  UPDATE match m SET version = version, hash = h, wake = p_wake WHERE m.id = p_match;
  INSERT INTO cause VALUES (p_match, p_cause, version, p_reply);
  IF p_state IS NOT NULL THEN
    INSERT INTO snapshot AS s VALUES (p_match, version, sha256(int8send(version) || h || p_state), p_state)
      ON CONFLICT (match) DO UPDATE SET version = excluded.version, sum = excluded.sum, data = excluded.data;
  END IF;
  FOR i IN 1 .. coalesce(array_length(p_queues, 1), 0) LOOP
    INSERT INTO queue AS l (match, queue, seq, due, pending) VALUES (p_match, p_queues[i], 1, p_at, ARRAY[ROW(1, p_bodies[i], p_replaces[i], p_at)::delivery])
    ON CONFLICT (match, queue) DO UPDATE SET (seq, pending, tries, due) = (
      SELECT l.seq + 1, k.kept || ROW(l.seq + 1, p_bodies[i], p_replaces[i], least(p_at, k.since))::delivery,
        CASE WHEN cardinality(k.kept) = 0 THEN 0 ELSE l.tries END, CASE WHEN cardinality(k.kept) = 0 THEN p_at ELSE l.due END
      FROM (SELECT CASE WHEN p_replaces[i] THEN ARRAY(SELECT w FROM unnest(l.pending) w WHERE NOT w.replaces) ELSE l.pending END AS kept,
        (SELECT min(w.at) FROM unnest(l.pending) w WHERE p_replaces[i] AND w.replaces) AS since) k);
  END LOOP;
  IF p_keys IS NOT NULL THEN
    PERFORM put_records(p_keys, p_values, p_if, p_was);
  END IF;
  outcome := 0;
  reply := p_reply;
END $$;
