-- The tables and functions of version 1. Times are milliseconds since 1970, so that they compare as in every other store; null
-- is none. Identifiers sort bytewise.

CREATE TABLE meta (
  version int NOT NULL,              -- of these tables
  moving  text NOT NULL DEFAULT ''   -- where a move into this store comes from, until it is whole
);
INSERT INTO meta VALUES (1);

CREATE TABLE match (
  id      text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  hash    bytea  NOT NULL,           -- of the last event
  wake    bigint                     -- the next timer
);
CREATE INDEX match_wake ON match (wake, id) WHERE wake IS NOT NULL;

CREATE TABLE event (
  match text COLLATE "C" NOT NULL,
  seq   bigint NOT NULL,
  at    bigint NOT NULL,
  hash  bytea  NOT NULL,
  data  bytea  NOT NULL,
  PRIMARY KEY (match, seq)           -- a second writer of the same version is refused by this, whatever else goes wrong
);

CREATE TABLE cause (
  match   text COLLATE "C" NOT NULL,
  cause   bytea  NOT NULL,
  version bigint NOT NULL,
  reply   bytea,
  PRIMARY KEY (match, cause)
);

CREATE TABLE snapshot (
  match   text COLLATE "C" PRIMARY KEY,
  version bigint NOT NULL,
  sum     bytea  NOT NULL,
  data    bytea  NOT NULL
);

CREATE TYPE delivery AS (seq bigint, body bytea, replaces boolean); -- replaces: it coalesces

CREATE TABLE queue (
  match  text COLLATE "C" NOT NULL,
  queue  text COLLATE "C" NOT NULL,
  seq    bigint NOT NULL,            -- of the newest delivery
  tries  int    NOT NULL DEFAULT 0,
  due    bigint NOT NULL,
  prior  bytea,
  pending delivery[] NOT NULL,       -- oldest first
  token  bigint,                     -- the lease; null: none
  until  bigint,
  holder int,                        -- the host that has it: its session holds the advisory lock of that number
  PRIMARY KEY (match, queue)
) WITH (fillfactor = 70);
CREATE INDEX queue_due ON queue (due, match, queue) WHERE cardinality(pending) > 0;
CREATE SEQUENCE lease_token;

CREATE TABLE record (
  key   bytea PRIMARY KEY,           -- bytes sort bytewise
  value bytea NOT NULL
);

-- put_records writes small records; a guarded one (p_if) only while it holds what was read (p_was, null for none), else everything of
-- the statement is taken back with DS001. Callers sort them by key, so that no two wait for each other.
CREATE FUNCTION put_records(p_keys bytea[], p_values bytea[], p_if boolean[], p_was bytea[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR i IN 1 .. coalesce(array_length(p_keys, 1), 0) LOOP
    IF NOT p_if[i] AND p_values[i] IS NULL THEN
      DELETE FROM record WHERE key = p_keys[i];
    ELSIF NOT p_if[i] THEN
      INSERT INTO record VALUES (p_keys[i], p_values[i]) ON CONFLICT (key) DO UPDATE SET value = excluded.value;
    ELSE
      IF p_was[i] IS NOT NULL AND p_values[i] IS NOT NULL THEN
        UPDATE record SET value = p_values[i] WHERE key = p_keys[i] AND value = p_was[i];
      ELSIF p_was[i] IS NOT NULL THEN
        DELETE FROM record WHERE key = p_keys[i] AND value = p_was[i];
      ELSIF p_values[i] IS NOT NULL THEN
        INSERT INTO record VALUES (p_keys[i], p_values[i]) ON CONFLICT DO NOTHING;
      ELSE
        PERFORM WHERE NOT EXISTS (SELECT FROM record WHERE key = p_keys[i]);
      END IF;
      IF NOT FOUND THEN
        RAISE EXCEPTION 'a record has changed since it was read' USING ERRCODE = 'DS001';
      END IF;
    END IF;
  END LOOP;
END $$;

-- commit_match is one decision, in one round trip: its transaction is the statement that calls it.
-- outcome: 0 stored, 1 the cause was applied before, 2 conflict, 3 no such match; DS001: a record has changed since it was read.
CREATE FUNCTION commit_match(p_match text, p_expect bigint, p_cause bytea, p_at bigint, p_events bytea[], p_state bytea, p_wake bigint,
  p_queues text[], p_bodies bytea[], p_replaces boolean[], p_keys bytea[], p_values bytea[], p_if boolean[], p_was bytea[], p_reply bytea,
  OUT outcome int, OUT version bigint, OUT reply bytea) LANGUAGE plpgsql AS $$
#variable_conflict use_variable
DECLARE
  h bytea;
BEGIN
  SELECT m.version, m.hash INTO version, h FROM match m WHERE m.id = p_match FOR UPDATE;
  IF NOT FOUND THEN
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
    INSERT INTO queue AS l (match, queue, seq, due, pending) VALUES (p_match, p_queues[i], 1, p_at, ARRAY[ROW(1, p_bodies[i], p_replaces[i])::delivery])
    ON CONFLICT (match, queue) DO UPDATE SET (seq, pending, tries, due) = (
      SELECT l.seq + 1, k.kept || ROW(l.seq + 1, p_bodies[i], p_replaces[i])::delivery,
        CASE WHEN cardinality(k.kept) = 0 THEN 0 ELSE l.tries END, CASE WHEN cardinality(k.kept) = 0 THEN p_at ELSE l.due END
      FROM (SELECT CASE WHEN p_replaces[i] THEN ARRAY(SELECT w FROM unnest(l.pending) w WHERE NOT w.replaces) ELSE l.pending END AS kept) k);
  END LOOP;
  IF p_keys IS NOT NULL THEN
    PERFORM put_records(p_keys, p_values, p_if, p_was);
  END IF;
  outcome := 0;
  reply := p_reply;
END $$;

-- lease_queues leases up to p_max queues. A lease ends with its time, when it is settled, or with the session of its holder: then the
-- advisory lock of that number is gone.
CREATE FUNCTION lease_queues(p_now bigint, p_until bigint, p_max int, p_class int, p_holder int)
  RETURNS TABLE (o_match text, o_queue text, o_seq bigint, o_token bigint, o_body bytea, o_prior bytea, o_tries int, o_due bigint) LANGUAGE plpgsql AS $$
DECLARE
  r record;
  live int[];
BEGIN
  SELECT array_agg(k.objid::bigint::int) INTO live FROM pg_locks k JOIN pg_database d ON d.oid = k.database
    WHERE d.datname = current_database() AND k.locktype = 'advisory' AND k.classid = p_class::oid AND k.granted;
  FOR r IN SELECT * FROM queue l WHERE cardinality(l.pending) > 0 AND l.due <= p_now
      AND (l.token IS NULL OR l.until <= p_now OR NOT l.holder = ANY (coalesce(live, '{}')))
      ORDER BY l.due, l.match, l.queue LIMIT p_max FOR UPDATE SKIP LOCKED LOOP
    o_token := nextval('lease_token');
    UPDATE queue l SET token = o_token, until = p_until, holder = p_holder WHERE l.match = r.match AND l.queue = r.queue;
    o_match := r.match; o_queue := r.queue; o_seq := r.pending[1].seq; o_body := r.pending[1].body; o_prior := r.prior; o_tries := r.tries; o_due := r.due;
    RETURN NEXT;
  END LOOP;
END $$;

-- settle ends a lease: the delivery was made (p_retry null), or is put off until p_retry. False: the lease is another's by now.
CREATE FUNCTION settle(p_match text, p_queue text, p_token bigint, p_seq bigint, p_retry bigint, p_result bytea) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE queue l SET token = NULL, until = NULL, holder = NULL, prior = coalesce(p_result, l.prior),
    tries  = CASE WHEN l.pending[1].seq IS DISTINCT FROM p_seq THEN l.tries WHEN p_retry IS NULL THEN 0 ELSE l.tries + 1 END,
    due    = CASE WHEN l.pending[1].seq IS DISTINCT FROM p_seq OR p_retry IS NULL THEN l.due ELSE p_retry END,
    pending = CASE WHEN l.pending[1].seq IS DISTINCT FROM p_seq OR p_retry IS NOT NULL THEN l.pending ELSE l.pending[2:] END
  WHERE l.match = p_match AND l.queue = p_queue AND l.token = p_token;
  RETURN FOUND;
END $$;
