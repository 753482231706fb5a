-- What the bot needs in its database: to connect, and its own schema. It makes its tables itself.
-- Run it once as a superuser in the empty database, and give the role a password with \password downsync.
CREATE ROLE downsync LOGIN;
CREATE SCHEMA downsync AUTHORIZATION downsync;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
DO $$ BEGIN
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO downsync', current_database());
END $$;
