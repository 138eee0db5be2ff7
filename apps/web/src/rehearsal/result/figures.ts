import type { Rehearsed, RehearsedOutcome } from '@steading/contract/rules/rehearsal'
import { duration, missing, number, quantity, signed } from '@steading/locales/format'
import type { Translate } from '@steading/locales/text'
import { channelWord } from '../../outbox/index.ts'

/** A row of the result: what it is, of the draft, of the version in service, and what changed. */
export interface Figure {
  readonly key: string
  readonly name: string
  readonly draft: string
  readonly deployed: string
  readonly change: string
  /** Only where less is plainly better. */
  readonly tone: 'good' | 'bad' | undefined
}

/** What of an output is said: its name, its unit, its decimals. */
export interface NamedOutput {
  readonly name: string
  readonly unit: string
  readonly decimals: number
}

interface Kind {
  readonly words: (value: number) => string
  readonly change: (by: number) => string
}

const counted = (t: Translate): Kind => ({ words: value => number(value, t, 0), change: by => signed(by, t, 0) })
const lasting = (t: Translate): Kind => ({
  words: value => duration(value, t),
  change: by => (by === 0 ? duration(0, t) : `${by > 0 ? '+' : '−'}${duration(Math.abs(by), t)}`),
})
const level = ({ unit, decimals }: NamedOutput, t: Translate): Kind => ({
  words: value => quantity(value, unit, t, decimals),
  change: by => `${signed(by, t, decimals)} ${unit}`.trim(),
})

export const isSwitch = ({ values }: RehearsedOutcome['outputs'][number]): boolean =>
  values.some(({ value }) => typeof value === 'boolean')
export const opensEvents = ({ draft, deployed }: Pick<Rehearsed, 'draft' | 'deployed'>): boolean =>
  draft.outputs.length === 0 || draft.eventCount > 0 || (deployed?.eventCount ?? 0) > 0

/** The result, row by row; an output has its rows once its name is known. */
export function figuresOf(
  { draft, deployed }: Pick<Rehearsed, 'draft' | 'deployed'>,
  nameOf: (interfaceId: string) => NamedOutput | undefined,
  t: Translate,
): Figure[] {
  const row = (
    key: string,
    name: string,
    read: (rehearsedOutcome: RehearsedOutcome) => number | null | undefined,
    { words, change }: Kind,
    lessIsBetter = false,
  ): Figure => {
    const now = read(draft) ?? null
    const before = deployed ? (read(deployed) ?? null) : null
    const by = now !== null && before !== null ? now - before : null
    return {
      key,
      name,
      draft: now === null ? missing : words(now),
      deployed: before === null ? missing : words(before),
      change: by === null ? missing : change(by),
      tone: lessIsBetter && by !== null && by !== 0 ? (by < 0 ? 'good' : 'bad') : undefined,
    }
  }
  const opens = opensEvents({ draft, deployed })
  const channels = [...new Set([draft, deployed].flatMap(of => of?.messages.map(message => message.channel) ?? []))]
  const outputs = [...new Set([draft, deployed].flatMap(of => of?.outputs.map(output => output.interfaceId) ?? []))]
  const outputOf = (rehearsedOutcome: RehearsedOutcome, id: string) =>
    rehearsedOutcome.outputs.find(output => output.interfaceId === id)
  return [
    ...(opens
      ? [
          row('events', t('rehearsal.row.events'), of => of.eventCount, counted(t)),
          row('openFor', t('rehearsal.row.openFor'), of => of.openFor, lasting(t)),
          row('notifications', t('rehearsal.row.notifications'), of => of.notificationCount, counted(t)),
          ...channels.map(channel =>
            row(
              channel,
              t('rehearsal.row.messages', { channel: t(channelWord[channel]) }),
              of => of.messages.reduce((sum, message) => sum + (message.channel === channel ? message.count : 0), 0),
              counted(t),
            ),
          ),
        ]
      : []),
    ...outputs.flatMap(id => {
      const named = nameOf(id)
      const one = outputOf(draft, id) ?? (deployed && outputOf(deployed, id))
      if (!one || !named) return []
      const on = [draft, deployed].some(of => {
        const its = of && outputOf(of, id)
        return its !== undefined && its !== null && isSwitch(its)
      })
      return [
        row(`${id} writes`, t('rehearsal.row.writes', { name: named.name }), of => outputOf(of, id)?.writes, counted(t)),
        row(
          `${id} on`,
          t(on ? 'rehearsal.row.on' : 'rehearsal.row.mean', { name: named.name }),
          of => outputOf(of, id)?.on,
          on ? lasting(t) : level(named, t),
        ),
      ]
    }),
    row('faults', t('rehearsal.row.faults'), of => of.faultCount, counted(t), true),
  ]
}

/**
 * In one sentence what it would have done, in others since when, if that is later than the beginning, and what the version in
 * service would have done; nothing until names are known.
 */
export function verdictOf(
  { fromUtc, draft, deployed }: Pick<Rehearsed, 'fromUtc' | 'draft' | 'deployed'>,
  days: number,
  nameOf: (interfaceId: string) => NamedOutput | undefined,
  dateOf: (stamp: string) => string,
  t: Translate,
): readonly string[] {
  if (deployed && JSON.stringify(draft) === JSON.stringify(deployed)) {
    const sentences = verdictOf({ fromUtc, draft, deployed: null }, days, nameOf, dateOf, t)
    return sentences.length === 0 ? [] : [...sentences, t('rehearsal.verdict.same')]
  }
  if (draft.beginUtc === null) return [t('rehearsal.verdict.notBegun', { days })]
  const messages = (rehearsedOutcome: RehearsedOutcome) =>
    rehearsedOutcome.messages.reduce((sum, message) => sum + message.count, 0)
  if (opensEvents({ draft, deployed }))
    return [
      t('rehearsal.verdict.events', { events: draft.eventCount, messages: messages(draft), days }),
      ...(deployed ? [t('rehearsal.verdict.eventsBefore', { events: deployed.eventCount, messages: messages(deployed) })] : []),
    ]
  const [first] = draft.outputs
  const named = first && nameOf(first.interfaceId)
  if (!first || !named) return []
  const toFigure = (of: RehearsedOutcome['outputs'][number]) => ({
    name: named.name,
    writes: of.writes,
    on: isSwitch(of) ? duration(of.on, t) : level(named, t).words(of.on ?? NaN),
  })
  const key = isSwitch(first) ? 'rehearsal.verdict.switch' : 'rehearsal.verdict.level'
  const before = deployed?.outputs.find(output => output.interfaceId === first.interfaceId)
  return [
    t(key, { ...toFigure(first), days }),
    ...(draft.beginUtc > fromUtc ? [t('rehearsal.verdict.begins', { date: dateOf(draft.beginUtc) })] : []),
    ...(before && before.on !== null
      ? [t(isSwitch(before) ? 'rehearsal.verdict.switchBefore' : 'rehearsal.verdict.levelBefore', toFigure(before))]
      : []),
  ]
}
