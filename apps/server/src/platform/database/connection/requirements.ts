import type pg from 'pg'
import { isDatabaseUnavailable } from './availability.ts'

/** What a database offers to the role of DATABASE_URL, as far as the platform needs it. */
export interface DatabaseFacts {
  /** server_version_num: 180004 is 18.4. */
  readonly version: number
  readonly role: string
  readonly database: string
  readonly isSuperuser: boolean
  readonly mayCreateRoles: boolean
  /** CREATE on the database, which trusted extensions need as well. */
  readonly mayCreateInDatabase: boolean
  readonly mayCreateInPublic: boolean
  readonly hasAppRole: boolean
  readonly maySetAppRole: boolean
  /** Extensions that are neither there nor to be had on this server. */
  readonly unavailableExtensions: readonly string[]
}

const MIN_VERSION = 180_000
const APP_ROLE = 'steading_app'
const EXTENSIONS = ['ltree', 'citext', 'pg_trgm']
const INSUFFICIENT_PRIVILEGE = '42501'

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`
const versionText = (version: number) => `${Math.floor(version / 10_000)}.${version % 10_000}`

/** What the database lacks: one sentence each, with what was found, what is needed and how to grant it. */
export function missingRequirements(facts: DatabaseFacts): string[] {
  const { role, database, isSuperuser } = facts
  const lines: string[] = []
  if (facts.version < MIN_VERSION)
    lines.push(
      `found PostgreSQL ${versionText(facts.version)}, needed 18 or newer: upgrade the server, or leave DATABASE_URL out to use the embedded one`,
    )
  if (facts.unavailableExtensions.length > 0)
    lines.push(
      `not available on the server: ${facts.unavailableExtensions.join(', ')}; install PostgreSQL's contrib modules (Debian has them in postgresql-18)`,
    )
  if (isSuperuser) return lines
  const grant = (what: string, statement: string) => lines.push(`role ${role} ${what}; a superuser may grant it: ${statement};`)
  if (!facts.mayCreateInDatabase)
    grant(
      `may not create schemas and extensions in database ${database}`,
      `grant create on database ${quote(database)} to ${quote(role)}`,
    )
  if (!facts.mayCreateInPublic) grant('may not create tables in schema public', `grant create on schema public to ${quote(role)}`)
  if (!facts.hasAppRole && !facts.mayCreateRoles)
    grant(
      `may not create the role ${APP_ROLE}, to which the application is bound`,
      `create role ${APP_ROLE} nologin; grant ${APP_ROLE} to ${quote(role)}`,
    )
  if (facts.hasAppRole && !facts.maySetAppRole) grant(`may not become ${APP_ROLE}`, `grant ${APP_ROLE} to ${quote(role)}`)
  return lines
}

/** The database of DATABASE_URL cannot serve; the message says what is missing. */
export class UnsuitableDatabase extends Error {
  constructor(lines: readonly string[]) {
    super(`DATABASE_URL: this database does not fit:\n${lines.map(line => `  ${line}`).join('\n')}`)
    this.name = 'UnfitDatabase'
  }
}

/** Checks the database before anything is created. @throws UnsuitableDatabase */
export async function requireSuitableDatabase(owner: pg.Pool): Promise<void> {
  const { rows } = await owner.query<DatabaseFacts>(
    `select current_setting('server_version_num')::int as version, current_user as role, current_database() as database,
       own.rolsuper as "isSuperuser", own.rolcreaterole as "mayCreateRoles",
       has_database_privilege(current_database(), 'CREATE') as "mayCreateInDatabase",
       coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false) as "mayCreateInPublic",
       app.oid is not null as "hasAppRole", coalesce(pg_has_role(app.oid, 'MEMBER'), false) as "maySetAppRole",
       array(select needed from unnest($2::text[]) needed
         where needed not in (select name from pg_available_extensions) and needed not in (select extname from pg_extension))
         as "unavailableExtensions"
     from pg_roles own left join pg_roles app on app.rolname = $1 where own.rolname = current_user`,
    [APP_ROLE, EXTENSIONS],
  )
  const lines = missingRequirements(rows[0]!)
  if (lines.length > 0) throw new UnsuitableDatabase(lines)
}

/** A right that was missed only while the schema was being brought up; undefined for another error. */
export const missingRight = (error: unknown): string | undefined =>
  error instanceof Error && !isDatabaseUnavailable(error) && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE
    ? `DATABASE_URL: its role lacks a right (${error.message}): let the role own the database and everything in it: alter database … owner to …;`
    : undefined
