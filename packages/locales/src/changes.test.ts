import { globSync, readFileSync } from 'node:fs'
import { permissionKeys } from '@steading/contract/users/permissions'
import { expect, test } from 'vitest'
import { changeText, fieldWord, isNamed } from './changes.ts'
import { missing } from './format.ts'
import { permissionName } from './permissions.ts'
import { translator } from './text.ts'

const t = await translator('en-US')

test.each<[string, unknown, string, string]>([
  ['area', 12_345.678, 'Area', '12,345.68\u00a0m²'],
  ['usableArea', 900, 'Usable area', '900\u00a0m²'],
  ['longitude', -8.2, 'Longitude', '−8.20000'],
  ['offset', -0.25, interfaceWord('interface.offset'), '−0.25'],
  ['timeOut', 0, interfaceWord('terminal.timeOut'), interfaceWord('terminal.silentNever')],
  ['every', 60, 'Sampling interval', '1 min'],
  ['status', 'INACTIVE', 'Status', 'Inactive'],
  ['category', 'TEMPERATURE', 'Category', 'Temperature'],
  ['historyConfiguration', 'ALL_VALUES', 'Recording', 'Every reading'],
  ['hidden', true, 'Hidden', 'Yes'],
  ['language', 'pt-PT', 'Language', 'Português'],
  ['timeZone', 'America/New_York', 'Time zone', 'America/New York'],
  ['permissions', ['users.update'], 'Permissions', permissionName('users.update', t)],
  ['channels', { MAIL: true, SMS: false }, 'Alarm notifications', 'Email: Yes; SMS: No'],
  ['virtual', { operation: 'AVG', sourceIds: ['1', '2'] }, 'Calculation', 'Calculation: Average; Source sensors: 1, 2'],
  ['billing', { city: 'Évora', iban: null }, 'Billing information', 'City: Évora'],
  ['boundaries', '{"type":"Polygon"}', 'Boundary', 'new boundary'],
  ['image', '17', 'Picture', 'Picture'],
  ['parent', null, 'Parent', missing],
  ['openDate', '2026-07-01T08:30:00.000Z', 'Opened on', '01-07-2026 09:30:00'],
  ['event', { category: 'POWER' }, fieldWord('event', t), 'Category: Power'],
  ['cause', 'HUMAN_ERROR', 'Cause', 'Human error'],
  ['eventCategory', 'ANIMAL_HEALTH', 'Category', 'Animal health'],
  ['eventCategory', 'HELPDESK', 'Category', 'Support request'],
  ['template', 'ALARM_WITHOUT_ACTUATION', 'Rule template', 'Alarm only'],
  ['actionConfigurations', [{ type: 'MAIL', properties: { usersList: [], subject: '' } }], 'Notification', 'Type: Email'],
  ['batch', 'NONE', 'Batch', 'No batch'],
  ['frequency', 'WEEKLY', 'Recurs', 'Every week'],
  ['batchSaid', true, 'Batch set manually', 'Yes'],
  ['toString', 'constructor', 'toString', 'constructor'],
])('%s %j', (field, value, word, text) => {
  expect([fieldWord(field, t), changeText(field, value, t, 'Europe/Lisbon')]).toEqual([word, text])
})

function interfaceWord(key: 'interface.offset' | 'terminal.timeOut' | 'terminal.silentNever') {
  return t(key)
}

test('no permission is said by its key', () => {
  for (const key of permissionKeys) expect(permissionName(key, t)).not.toContain('.')
})

/** From an opening brace to the one that closes it. */
function braced(text: string, from: number): string {
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '{') depth += 1
    if (text[at] === '}') depth -= 1
    if (depth === 0) return text.slice(from + 1, at)
  }
  return ''
}

/** The names of an object written out: those at its top, those of what is spread into it, and lists of names that are mapped. */
function namesIn(body: string): string[] {
  const spread = [...body.matchAll(/\.\.\.\s*\{/g)].flatMap(hit => namesIn(braced(body, hit.index + hit[0].length - 1)))
  const listed = /\[([^\]]*)\] as const/.exec(body)?.[1] ?? ''
  let top = body.replaceAll(/\/\*[^]*?\*\/|\/\/[^\n]*/g, '')
  for (let before = ''; before !== top;) {
    before = top
    top = top.replaceAll(/\([^()]*\)|\[[^[\]]*\]|\{[^{}]*\}|`[^`]*`|\/\/[^\n]*/g, '')
  }
  const keys = top.split(',').flatMap(one => /^\s*(\w+)\s*(?::|$)/.exec(one)?.[1] ?? [])
  const mapped = [...listed.matchAll(/'(\w+)'/g)].map(hit =>
    hit[1]!.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
  )
  return [...spread, ...keys, ...mapped]
}

test('every audited field has a word', () => {
  const root = new URL('../../../apps/server/src/', import.meta.url).pathname
  const found = new Set<string>()
  for (const file of globSync('**/*.ts', { cwd: root }).filter(name => !name.endsWith('.test.ts'))) {
    const text = readFileSync(root + file, 'utf8')
    const isTraced = /differences\.ts'|\.audit\(|audits tell|audit(?:Snapshot|Fields|edFields) = /.test(text)
    if (!isTraced) continue
    const objects = [
      ...text.matchAll(/\b(?:told|stateOf|auditFields|auditedFields|auditSnapshot) = [^\n]*\(?\{(?=\n)/g),
      ...text.matchAll(/\b(?:made|gone|differences)\(\{/g),
      ...text.matchAll(/(?<=\brawOf = [^]{0,250})return \{/g),
    ]
    for (const hit of objects) for (const name of namesIn(braced(text, hit.index + hit[0].length - 1))) found.add(name)
    for (const [, name] of text.matchAll(/\bfield: '(\w+)', old\b|\bfield: '(\w+)', \.\.\.change/g)) if (name) found.add(name)
    for (const [, name] of text.matchAll(/concealed\('(\w+)'\)|step: '(\w+)'|noted\('\w+', '(\w+)'/g)) if (name) found.add(name)
  }
  expect([...found].toSorted()).toEqual(
    expect.arrayContaining(['usableArea', 'accessEntities', 'virtual', 'engine', 'claim', 'uid', 'event']),
  )
  expect(found.size).toBeGreaterThan(55)
  expect([...found].filter(name => !isNamed(name)).toSorted()).toEqual([])
})
