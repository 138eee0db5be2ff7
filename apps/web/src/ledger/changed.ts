import type { RuleVersion } from '@steading/contract/rules/ledger'
import { missing, number } from '@steading/locales/format'
import { entryName, inputName } from '@steading/locales/inputs'
import type { Translate } from '@steading/locales/text'

type VersionContent = Pick<RuleVersion, 'inputs' | 'eventConfiguration' | 'autoClose'>

/** A single value in words; undefined for what has parts. */
function valueWords(value: unknown, t: Translate): string | undefined {
  if (typeof value === 'number') return number(value, t, [0, 3])
  if (typeof value === 'boolean') return t(value ? 'ui.yes' : 'ui.no')
  return typeof value === 'string' && !/^\d+$/.test(value) ? entryName(value, t) : undefined
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** What has parts, as far as it is said in words, part by part. */
export type PartsSaid = (id: string, value: unknown) => readonly string[] | undefined

/** Of two lists what each has alone; undefined where they read alike. */
function apart(was: readonly string[] = [], is: readonly string[] = []) {
  const old = was.filter(one => !is.includes(one))
  const now = is.filter(one => !was.includes(one))
  if (old.length === 0 && now.length === 0) return undefined
  return { old: old.join('; ') || missing, now: now.join('; ') || missing }
}

/** What a version has otherwise than the one before: figures and conditions as they were and are, the rest by its name. */
export function changedWords(
  now: VersionContent,
  before: VersionContent,
  t: Translate,
  partsSaid: PartsSaid = () => undefined,
): string[] {
  const old = new Map(before.inputs.map(({ id, value }) => [id, value]))
  const ids = [...new Set([...now.inputs, ...before.inputs].map(one => one.id))]
  const fresh = new Map(now.inputs.map(({ id, value }) => [id, value]))
  const inputs = ids
    .filter(id => !same(fresh.get(id), old.get(id)))
    .map(id => {
      const name = inputName({ id }, t)
      const was = valueWords(old.get(id), t)
      const is = valueWords(fresh.get(id), t)
      const parts = apart(partsSaid(id, old.get(id)), partsSaid(id, fresh.get(id)))
      if (parts) return t('ledger.change', { name, ...parts })
      return was !== undefined && is !== undefined ? t('ledger.change', { name, old: was, now: is }) : name
    })
  const notifies = !same(now.eventConfiguration, before.eventConfiguration) || now.autoClose !== before.autoClose
  return [...inputs, ...(notifies ? [t('ledger.telling')] : [])]
}
