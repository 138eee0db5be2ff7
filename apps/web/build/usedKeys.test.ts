import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyFinder } from './usedKeys.ts'

const find = keyFinder([
  'bool.door.false',
  'bool.door.true',
  'species.hen',
  'species.pig',
  'ui.save',
  'ui.saved',
  'widget.a.x',
  'widget.b.x',
])
const found = (code: string) => [...find(code)].toSorted()

test.each([
  ['a key', `t("ui.save")`, ['ui.save']],
  ['each of several keys', `[t('ui.save'),x?\`ui.saved\`:"ui.none"]`, ['ui.save', 'ui.saved']],
  ['the keys of a computed end', 't(`species.${code}`)', ['species.hen', 'species.pig']],
  ['the keys of a joined end', `t("species."+code)`, ['species.hen', 'species.pig']],
  ['the keys of a computed middle', 't(`widget.${type}.x`)', ['widget.a.x', 'widget.b.x']],
  ['the keys of a stem in a table', `{labels:"bool.door"}`, ['bool.door.false', 'bool.door.true']],
  ['no key in other words', `import"ui.css";x="save";y=\`\${at}.save\``, []],
])('finds %s', (_, code, keys) => {
  expect(found(code)).toEqual(keys)
})

/** What the contract makes of its categories: `category.${…}`, and stems that are written out with a dot, `bool.door`. */
const ofCategories = /categoryKey\([\w.]+\)$|\blabels\[`\$\{value\}`\]$|^\$\{stem\}\.\$\{value\}$/

/** Keys of a file of which no begin is written: computed ones, and casts that hide what is meant. */
function unseenKeys(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const computed = [...code.matchAll(/\bt(?:\.parts)?\(\s*`([^`]*\$\{[^`]*)`|[\s(]`([^`]*)` as TextKey\b/g)].map(
    ([, key, cast]) => key ?? cast!,
  )
  const hidden = [...code.matchAll(/((?:`[^`]*`|[^\s`])*[^\s`]) as TextKey\b/g)].map(([, what]) => what!)
  return [...computed.filter(key => !/^[a-zA-Z]\w*\./.test(key)), ...hidden]
    .filter(key => !ofCategories.test(key))
    .map(key => `${file}: ${key}`)
}

test('every key of the screens is written out or begins with its area', () => {
  const files = globSync(['apps/web/src/**/*.{ts,tsx}', 'packages/locales/src/**/*.ts']).filter(file => !file.includes('.test.'))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap(unseenKeys)).toEqual([])
})
