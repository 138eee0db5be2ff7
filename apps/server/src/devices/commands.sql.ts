import { LIMITS } from '@steading/contract/box'
import type { BoxValue, CommandAnswer } from '@steading/contract/box'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { inScope } from '../platform/database/work.ts'
import type { Work } from '../platform/database/work.ts'

/** The output that a command is for, with its box, which may stand above what the caller sees. */
export const commandTarget = (work: Work, interfaceId: string) =>
  work.sql
    .selectFrom('interfaces')
    .innerJoin('boxes', 'boxes.id', 'interfaces.terminal_id')
    .leftJoin('last_values as last', 'last.interface_id', 'interfaces.id')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('interfaces.id', '=', interfaceId)
    .where('interfaces.deleted_at', 'is', null)
    .select([
      'interfaces.id',
      'interfaces.ix',
      'interfaces.entity_id as entityId',
      'interfaces.display_name as displayName',
      'interfaces.direction',
      'interfaces.data_type as dataType',
      'interfaces.min',
      'interfaces.max',
      'interfaces.terminal_id as terminalId',
      'boxes.provision_status as provisionStatus',
      'boxes.retired_at as retiredAt',
      'last.value as lastValue',
      'last.text as lastText',
      sql<boolean | null>`last.flags & 1 = 0`.as('isLastGood'),
    ])
    .executeTakeFirst()
export type CommandTarget = NonNullable<Awaited<ReturnType<typeof commandTarget>>>

const columns = [
  'commands.id',
  'commands.interface_id',
  'commands.terminal_id',
  'commands.value',
  'commands.state',
  'commands.issued_at',
  'commands.hold',
  'commands.answered_at',
  'commands.read_back',
  'commands.reason',
  'commands.verified_at',
  'commands.released_at',
  'commands.by_name',
] as const

export interface NewCommand {
  readonly id: string
  readonly interfaceId: string
  readonly terminalId: string
  readonly sid: string
  readonly n: number
  readonly value: BoxValue
  readonly origins: readonly BoxValue[]
  readonly ttl: number
  readonly hold: number
}

export const insertCommand = (work: Work, command: NewCommand) =>
  work.sql
    .insertInto('commands')
    .values({
      id: command.id,
      interface_id: command.interfaceId,
      terminal_id: command.terminalId,
      sid: command.sid,
      n: command.n,
      value: JSON.stringify(command.value),
      origins: JSON.stringify(command.origins),
      issued_at: work.now,
      ttl: command.ttl,
      hold: command.hold,
      user_id: work.actor.kind === 'user' ? work.actor.id : null,
      by_name: work.actor.name,
    })
    .returning([...columns])
    .executeTakeFirstOrThrow()
export type CommandRow = Awaited<ReturnType<typeof insertCommand>>

/** Where its interface stands, and what it is. */
const place = [
  sql<string>`(select entity_id from interfaces where interfaces.id = commands.interface_id)`.as('entityId'),
  sql<string>`(select category from interfaces where interfaces.id = commands.interface_id)`.as('category'),
] as const

/** The last value ordered of an output since this instant that its device may still be following. */
export const recentOrder = async (work: Work, interfaceId: string, since: Date) =>
  (await work.sql
    .selectFrom('commands')
    .select('value')
    .where('interface_id', '=', interfaceId)
    .where('issued_at', '>', since)
    .where('state', 'not in', ['REJECTED', 'EXPIRED'])
    .orderBy('issued_at', 'desc')
    .executeTakeFirst()) ?? null

/** What a command of this box ordered, and of which output. */
export const orderedOutput = (work: Work, terminalId: string, id: string) =>
  work.sql
    .selectFrom('commands')
    .innerJoin('interfaces', 'interfaces.id', 'commands.interface_id')
    .select(['commands.value', 'commands.origins', 'interfaces.min', 'interfaces.max', 'interfaces.category'])
    .where('commands.id', '=', id)
    .where('commands.terminal_id', '=', terminalId)
    .executeTakeFirst()

const STATE = { done: 'DONE', rejected: 'REJECTED', expired: 'EXPIRED', unconfirmed: 'UNCONFIRMED' } as const

export type PlacedCommand = NonNullable<Awaited<ReturnType<typeof answerCommand>>>

/** Writes what the box answered; a command whose end is known stays as it is. */
export const answerCommand = (work: Work, terminalId: string, answer: CommandAnswer) =>
  work.sql
    .updateTable('commands')
    .set({
      state: STATE[answer.st],
      answered_at: work.now,
      reason: answer.why ?? answer.say ?? null,
      read_back: answer.read === undefined ? null : JSON.stringify(answer.read),
    })
    .where('id', '=', answer.id)
    .where('terminal_id', '=', terminalId)
    .where('n', '=', String(answer.n))
    .where('state', 'in', ['SENT', 'UNCONFIRMED'])
    .where('answered_at', 'is', null)
    .returning([...columns, ...place])
    .executeTakeFirst()

const deadline = (slack: number) => sql<Date>`issued_at + (ttl + ${slack}::int) * interval '1 millisecond'`

/** Commands whose answer did not come in time: nobody knows what became of them. */
export const giveUp = (work: Work, slack: number) =>
  work.sql
    .updateTable('commands')
    .set({ state: 'UNCONFIRMED' })
    .where('state', '=', 'SENT')
    .where(deadline(slack), '<=', work.now)
    .returning([...columns, ...place])
    .execute()

/** When the next answer is overdue. */
export const nextDeadline = async (work: Work, slack: number) => {
  const row = await work.sql
    .selectFrom('commands')
    .select(deadline(slack).as('at'))
    .where('state', '=', 'SENT')
    .orderBy(deadline(slack))
    .executeTakeFirst()
  return row?.at
}

/** The last command of each output, where it is one that nobody knows the end of. */
export const unverified = (work: Work, since: Date) =>
  work.sql
    .selectFrom('commands')
    .select([...columns, ...place])
    .where('state', '=', 'UNCONFIRMED')
    .where('verified_at', 'is', null)
    .where('issued_at', '>', since)
    .where(eb =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('commands as later')
            .select(sql.lit(1).as('one'))
            .whereRef('later.interface_id', '=', 'commands.interface_id')
            .whereRef('later.issued_at', '>', 'commands.issued_at'),
        ),
      ),
    )
    .execute()

/** A reading showed the value of a command that was not confirmed. */
export const verifyCommand = (work: Work, id: string) =>
  work.sql
    .updateTable('commands')
    .set({ verified_at: work.now })
    .where('id', '=', id)
    .where('state', '=', 'UNCONFIRMED')
    .where('verified_at', 'is', null)
    .returning([...columns, ...place])
    .executeTakeFirst()

/** Ends what a box still held: it forgets that when it restarts. */
export const releaseHolds = (work: Work, terminalId: string) =>
  work.sql
    .updateTable('commands')
    .set({ released_at: work.now })
    .where('interface_id', 'in', eb => eb.selectFrom('interfaces').select('id').where('terminal_id', '=', terminalId))
    .where(isHeld(work))
    .returning([...columns, ...place])
    .execute()

const isHeld = (work: Work) =>
  sql<SqlBool>`issued_at > ${new Date(work.now.getTime() - LIMITS.hold.most)} and released_at is null
    and issued_at + hold * interval '1 millisecond' > ${work.now}`

/** How long an output is held by an order that still holds it, ms. What was refused or came too late holds nothing. */
export const heldNow = async (work: Work, interfaceId: string) =>
  (await work.sql
    .selectFrom('commands')
    .select('hold')
    .where('interface_id', '=', interfaceId)
    .where(isHeld(work))
    .where('state', 'not in', ['REJECTED', 'EXPIRED'])
    .orderBy('issued_at', 'desc')
    .executeTakeFirst()) ?? null

/** One command, for those who may see its interface. */
export const commandById = (work: Work, id: string) =>
  work.sql
    .selectFrom('commands')
    .innerJoin('interfaces', 'interfaces.id', 'commands.interface_id')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('commands.id', '=', id)
    .select([...columns])
    .executeTakeFirst()

/** The last command to each of these outputs. */
export const lastCommands = (work: Work, interfaceIds: readonly string[]) =>
  interfaceIds.length === 0
    ? Promise.resolve([])
    : work.sql
        .selectFrom('commands')
        .innerJoin('interfaces', 'interfaces.id', 'commands.interface_id')
        .where(inScope(work, 'interfaces.entity_id'))
        .where('commands.interface_id', 'in', interfaceIds)
        .distinctOn('commands.interface_id')
        .orderBy('commands.interface_id')
        .orderBy('commands.issued_at', 'desc')
        .select([...columns])
        .execute()
