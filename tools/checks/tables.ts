/** A source file of the server: its path below apps/server/src and its text. */
export interface ServerFile {
  readonly path: string
  readonly text: string
}

/** Reads of tables that point upward in the import graph, with their reason. */
export type UpwardReads = Readonly<Record<string, { readonly tables: readonly string[]; readonly reason: string }>>

/**
 * What points upward today: the reader, and the tables of slices that import it. Each entry ends when its query moves to the writer's
 * slice, or asks a function of the database. The list may only shrink.
 */
const UPWARD: UpwardReads = {
  batches: {
    tables: ['events', 'animal_movements', 'feed_movements', 'weighings', 'batch_days', 'report_batches', 'tasks'],
    reason:
      'counts of events beside batches; what was written of a batch decides whether it may be closed, moved or deleted; its silos',
  },
  devices: { tables: ['interfaces'], reason: 'the session of a box and its commands need the interfaces as configured' },
  entities: {
    tables: [
      ...['entity_tags', 'dashboards', 'users', 'terminals', 'rules', 'interfaces', 'events', 'batches', 'roles'],
      ...[
        'rule_groups',
        'rule_templates',
        'rule_interfaces',
        'escalations',
        'feed_movements',
        'tasks',
        'task_templates',
        'api_access',
      ],
    ],
    reason: 'what stands at an entity decides whether it may be moved or deleted; the others would each need a hook',
  },
  escalation: {
    tables: ['users', 'user_access', 'escalation_runs'],
    reason: 'names and rights of the members of a list, and the runs that a change of it concerns',
  },
  events: {
    tables: ['rules', 'rule_versions', 'rule_runs', 'rule_interfaces'],
    reason: 'an event follows the version of its rule that is in service',
  },
  groups: { tables: ['rules'], reason: 'the rules of a group, in the query of the list' },
  outbox: {
    tables: ['users', 'events', 'drills'],
    reason: 'the state of an event or drill decides at the moment of sending whether its message still goes',
  },
  readings: {
    tables: ['interfaces', 'interface_sources', 'terminals', 'terminal_links'],
    reason: 'the specification of an interface, read once and kept; row-level security of readings is that of interfaces',
  },
  roles: { tables: ['users'], reason: 'users with a role, counted in the query of the list' },
  terminals: {
    tables: ['interfaces', 'rules', 'terminal_links'],
    reason: 'counts and the state of the link beside terminals, in the query of the list',
  },
}

const sliceOf = (path: string) => path.split('/')[0]!
const WRITES =
  /(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)|\b(?:insert into|update|delete from|copy)\s+([a-z_]+[a-z0-9_]*)\s*(?:\(|set\b|where\b|using\b|from\b|as\b|$)/gim
const READS = /(?:selectFrom|[a-z]+Join)\(\s*'(\w+)(?: as \w+)?'|\b(?:from|join)\s+([a-z_][a-z0-9_]*)/gm

/** Names that a file reads as tables, of those that exist. */
function tablesIn(text: string, pattern: RegExp, tables: ReadonlySet<string>): Set<string> {
  return new Set([...text.matchAll(pattern)].map(([, built, raw]) => (built ?? raw)!).filter(name => tables.has(name)))
}

/** The slices that each slice imports, directly or through others. */
function importedSlices(files: readonly ServerFile[]): Map<string, Set<string>> {
  const direct = new Map<string, Set<string>>()
  for (const { path, text } of files) {
    const imported = direct.get(sliceOf(path)) ?? new Set()
    direct.set(sliceOf(path), imported)
    for (const [, up, slice] of text.matchAll(/from '((?:\.\.\/)+)([a-z]\w*)\//g))
      // As many steps up as lead out of the slice's folder.
      if (up!.length / 3 === path.split('/').length - 1) imported.add(slice!)
  }
  const all = new Map<string, Set<string>>()
  for (const slice of direct.keys()) {
    const reached = new Set<string>([slice])
    for (const next of reached) for (const imported of direct.get(next) ?? []) reached.add(imported)
    all.set(slice, reached)
  }
  return all
}

/** The SQL of a slice names no tables of slices that import it, directly or through others, but those in `allowed`. */
export function tableProblems(files: readonly ServerFile[], migrations: string, allowed = UPWARD): string[] {
  const tables = new Set([...migrations.matchAll(/create (?:table|view) (\w+)/g)].map(([, name]) => name!))
  const writers = new Map<string, string>()
  for (const { path, text } of files)
    for (const table of tablesIn(text, WRITES, tables)) if (sliceOf(path) !== 'demo') writers.set(table, sliceOf(path))
  const imports = importedSlices(files)
  const found = new Map<string, Set<string>>()
  for (const { path, text } of files.filter(file => file.path.endsWith('.sql.ts'))) {
    const slice = sliceOf(path)
    for (const table of tablesIn(text, READS, tables)) {
      const writer = writers.get(table)
      if (writer === undefined || writer === slice || !imports.get(writer)?.has(slice)) continue
      found.set(slice, (found.get(slice) ?? new Set()).add(table))
    }
  }
  const isFound = (slice: string, table: string) => found.get(slice)?.has(table) ?? false
  return [
    ...[...found].flatMap(([slice, names]) =>
      [...names]
        .filter(table => !allowed[slice]?.tables.includes(table))
        .map(table => `apps/server/src/${slice} reads ${table} of ${writers.get(table)}, which imports it`),
    ),
    ...Object.entries(allowed).flatMap(([slice, { tables: names }]) =>
      names
        .filter(table => !isFound(slice, table))
        .map(table => `${slice} reads no ${table} of a slice above: take it off the list`),
    ),
  ]
}
