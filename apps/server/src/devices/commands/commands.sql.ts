import { LIMITS } from '@steading/contract/box/messages'
import type { BoxValue, CommandAnswer } from '@steading/contract/box/messages'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import { inScope } from '../../platform/database/unitOfWork.ts'
import type { UnitOfWork } from '../../platform/database/unitOfWork.ts'

/** Target output of a command with its terminal, which may be outside the scope of the caller. */
export const commandTarget = (work: UnitOfWork, interfaceId: string) =>
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
  'commands.issuer_name',
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

export const insertCommand = (work: UnitOfWork, command: NewCommand) =>
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
      issuer_name: work.actor.name,
    })
    .returning([...columns])
    .executeTakeFirstOrThrow()
export type CommandRow = Awaited<ReturnType<typeof insertCommand>>

/** Entity and category of the interface. */
const interfaceColumns = [
  sql<string>`(select entity_id from interfaces where interfaces.id = commands.interface_id)`.as('entityId'),
  sql<string>`(select category from interfaces where interfaces.id = commands.interface_id)`.as('category'),
] as const

/** Last commanded value since an instant that the actuator may still be moving to. */
export const recentCommand = async (work: UnitOfWork, interfaceId: string, since: Date) =>
  (await work.sql
    .selectFrom('commands')
    .select('value')
    .where('interface_id', '=', interfaceId)
    .where('issued_at', '>', since)
    .where('state', 'not in', ['REJECTED', 'EXPIRED'])
    .orderBy('issued_at', 'desc')
    .executeTakeFirst()) ?? null

/** Commanded value of a command of this terminal, with the bounds of its output. */
export const commandedOutput = (work: UnitOfWork, terminalId: string, id: string) =>
  work.sql
    .selectFrom('commands')
    .innerJoin('interfaces', 'interfaces.id', 'commands.interface_id')
    .select(['commands.value', 'commands.origins', 'interfaces.min', 'interfaces.max', 'interfaces.category'])
    .where('commands.id', '=', id)
    .where('commands.terminal_id', '=', terminalId)
    .executeTakeFirst()

const STATE_OF_ANSWER = { done: 'DONE', rejected: 'REJECTED', expired: 'EXPIRED', unconfirmed: 'UNCONFIRMED' } as const

export type PlacedCommand = NonNullable<Awaited<ReturnType<typeof answerCommand>>>

/** Stores the answer of the box, unless the command has one. */
export const answerCommand = (work: UnitOfWork, terminalId: string, answer: CommandAnswer) =>
  work.sql
    .updateTable('commands')
    .set({
      state: STATE_OF_ANSWER[answer.st],
      answered_at: work.now,
      reason: answer.why ?? answer.say ?? null,
      read_back: answer.read === undefined ? null : JSON.stringify(answer.read),
    })
    .where('id', '=', answer.id)
    .where('terminal_id', '=', terminalId)
    .where('n', '=', String(answer.n))
    .where('state', 'in', ['SENT', 'UNCONFIRMED'])
    .where('answered_at', 'is', null)
    .returning([...columns, ...interfaceColumns])
    .executeTakeFirst()

const deadline = (slack: number) => sql<Date>`issued_at + (ttl + ${slack}::int) * interval '1 millisecond'`

/** Sets overdue commands to UNCONFIRMED: their outcome is unknown. */
export const markUnconfirmed = (work: UnitOfWork, slack: number) =>
  work.sql
    .updateTable('commands')
    .set({ state: 'UNCONFIRMED' })
    .where('state', '=', 'SENT')
    .where(deadline(slack), '<=', work.now)
    .returning([...columns, ...interfaceColumns])
    .execute()

/** Earliest deadline of a command without an answer. */
export const nextDeadline = async (work: UnitOfWork, slack: number) => {
  const row = await work.sql
    .selectFrom('commands')
    .select(deadline(slack).as('at'))
    .where('state', '=', 'SENT')
    .orderBy(deadline(slack))
    .executeTakeFirst()
  return row?.at
}

/** The last command of each output, if its outcome is unknown. */
export const unverifiedCommands = (work: UnitOfWork, since: Date) =>
  work.sql
    .selectFrom('commands')
    .select([...columns, ...interfaceColumns])
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

/** Marks an unconfirmed command as verified by a reading. */
export const verifyCommand = (work: UnitOfWork, id: string) =>
  work.sql
    .updateTable('commands')
    .set({ verified_at: work.now })
    .where('id', '=', id)
    .where('state', '=', 'UNCONFIRMED')
    .where('verified_at', 'is', null)
    .returning([...columns, ...interfaceColumns])
    .executeTakeFirst()

/** Ends the manual overrides of a box: it loses them when it restarts. */
export const releaseHolds = (work: UnitOfWork, terminalId: string) =>
  work.sql
    .updateTable('commands')
    .set({ released_at: work.now })
    .where('interface_id', 'in', eb => eb.selectFrom('interfaces').select('id').where('terminal_id', '=', terminalId))
    .where(isHolding(work))
    .returning([...columns, ...interfaceColumns])
    .execute()

const isHolding = (work: UnitOfWork) =>
  sql<SqlBool>`issued_at > ${new Date(work.now.getTime() - LIMITS.hold.most)} and released_at is null
    and issued_at + hold * interval '1 millisecond' > ${work.now}`

/** Manual override in force on an output, ms; refused and expired commands hold nothing. */
export const findCurrentHold = async (work: UnitOfWork, interfaceId: string) =>
  (await work.sql
    .selectFrom('commands')
    .select('hold')
    .where('interface_id', '=', interfaceId)
    .where(isHolding(work))
    .where('state', 'not in', ['REJECTED', 'EXPIRED'])
    .orderBy('issued_at', 'desc')
    .executeTakeFirst()) ?? null

export interface OutputHold {
  readonly name: string
  readonly category: string
  readonly max: number | null
  readonly place: string
  readonly value: unknown
  readonly until: Date
  readonly by: string | null
  /** How many there are. */
  readonly all: number
}

/** Manual overrides in force on outputs in reach: those of the last command that was neither refused nor expired. */
export async function currentHolds(work: UnitOfWork, most: number): Promise<OutputHold[]> {
  const { rows } = await sql<OutputHold>`
    select interfaces.display_name as name, interfaces.category, interfaces.max, place.display_name as place, last.value,
      last.issued_at + last.hold * interval '1 millisecond' as until, last.issuer_name as by, count(*) over ()::int as "all"
    from interfaces join entities place on place.id = interfaces.entity_id
      cross join lateral (select commands.* from commands where commands.interface_id = interfaces.id
        and commands.state not in ('REJECTED', 'EXPIRED') order by commands.issued_at desc limit 1) last
    where ${inScope(work, 'interfaces.entity_id')} and interfaces.deleted_at is null and interfaces.direction <> 'IN'
      and ${isHolding(work)}
    order by place.display_name, interfaces.display_name, interfaces.id limit ${most}`.execute(work.sql)
  return rows
}

/** One command, if its interface is in scope. */
export const commandById = (work: UnitOfWork, id: string) =>
  work.sql
    .selectFrom('commands')
    .innerJoin('interfaces', 'interfaces.id', 'commands.interface_id')
    .where(inScope(work, 'interfaces.entity_id'))
    .where('commands.id', '=', id)
    .select([...columns])
    .executeTakeFirst()

/** The last command of each output. */
export const lastCommands = (work: UnitOfWork, interfaceIds: readonly string[]) =>
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
