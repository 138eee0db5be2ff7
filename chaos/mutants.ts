interface Edit {
  /** The end of its path. */
  readonly file: string
  readonly find: string
  readonly replace: string
}

/** A program changed while it loads. */
export interface Change {
  readonly name: string
  /** What it breaks, in a few words. */
  readonly breaks: string
  readonly edits: readonly Edit[]
  /** Changes the database too, once it is migrated. */
  readonly sql?: string
}

const LANE = 'apps/server/src/readings/ingest/journalWriter.ts'
const SEQUENCES = 'apps/server/src/readings/ingest/sequences.ts'
const JUDGE = 'apps/smartbox/src/actuation/judge.ts'
const COMMANDS = 'apps/server/src/devices/commands/commands.ts'
const JOURNAL = 'apps/server/src/readings/ingest/journal.sql.ts'
const SENDER = 'apps/server/src/outbox/delivery/channelSender.ts'
const LINK = 'apps/smartbox/src/platform/link.ts'
const MULTIPART = 'apps/server/src/platform/http/multipart.ts'
const ATTACHMENTS = 'apps/server/src/platform/files/attachments.ts'

/** Waits before that line, for as long as it is asked. */
const freezes = (stage: string, file: string, find: string): Edit => ({
  file,
  find,
  replace: `await (await import('${new URL('silence/freeze.ts', import.meta.url).href}')).frozen('${stage}')
    ${find}`,
})

/** The box counts on its own what it believes to be stored, and tells itself what only dn/ack may tell. */
const BELIEVES: readonly Edit[] = [
  { file: LINK, find: 'import { LIMITS, PLATFORM_STATE', replace: 'import { coverage, LIMITS, PLATFORM_STATE' },
  {
    file: LINK,
    find: 'let isRunning = false',
    replace: `let isRunning = false
      let believed = coverage.from(1)
      const believe = (message: unknown) => {
        const { e, s, r, x, gap } = message as MessageOf<'up/data'>
        believed = coverage.cover(believed, [s, gap?.[1] ?? s + r.length + (x?.length ?? 0) - 1])
        const { upTo, miss } = believed
        queueMicrotask(() => on['dn/ack']({ e, upTo, miss: miss.map(([from, to]) => [from, to]) }))
      }`,
  },
]

/** Guarantees broken on purpose: each scenario must notice its own. */
export const mutants: readonly Change[] = [
  {
    name: 'ack-first',
    breaks: 'readings are acknowledged before they are committed',
    edits: [
      {
        file: LANE,
        find: 'stored = await store(pos, group)',
        replace: `for (const message of messages) { commitSequences(message.epoch, message.ranges, message.gaps); message.done() }
        await pause(250)
        stored = await store(pos, group)`,
      },
    ],
  },
  {
    name: 'no-key',
    breaks: 'nothing tells a reading that is stored already: neither the book of numbers nor the key of the journal',
    edits: [
      {
        file: SEQUENCES,
        find: 'const fresh = items.flatMap(range => coverage.lacking(claimed.coverage, range))',
        replace: 'const fresh = [...items]',
      },
      { file: JOURNAL, find: 'where not (sequences.stored - sequences.gaps) && excluded.stored', replace: 'where true' },
    ],
    sql: 'alter table journal drop constraint journal_pkey',
  },
  {
    name: 'acl-prefix',
    breaks: 'a box may use the topics of all whose name begins with its own',
    edits: [
      {
        file: 'packages/contract/src/box/topics.ts',
        find: 'parsed.uid === uid',
        replace: 'parsed.uid.startsWith(uid)',
      },
    ],
  },
  {
    name: 'claim-again',
    breaks: 'a claim that was answered is answered again',
    edits: [{ file: 'apps/server/src/devices/claims/claims.ts', find: 'open.answeredAt !== null || ', replace: '' }],
  },
  {
    name: 'no-expiry',
    breaks: 'the box does not ask whether a command is late',
    edits: [{ file: JUDGE, find: 'now === null || now > iss + ttl', replace: 'now === null' }],
  },
  {
    name: 'no-dedupe',
    breaks: 'the box does not know commands again, neither by their id nor by their number',
    edits: [
      {
        file: 'apps/smartbox/src/actuation/commands.ts',
        find: 'const known = ledger.find(command.id)',
        replace: 'const known = null as ReturnType<typeof ledger.find>',
      },
      { file: JUDGE, find: 'order.n <= last', replace: 'false' },
    ],
  },
  {
    name: 'no-session',
    breaks: 'the box takes commands that were given to an earlier session',
    edits: [{ file: JUDGE, find: 'sid === null || order.sid !== sid', replace: 'sid === null' }],
  },
  {
    name: 'no-deadline',
    breaks: 'the server waits for an answer for ever',
    edits: [{ file: COMMANDS, find: 'scheduleSweep(iss + request.ttl + ANSWER_GRACE)', replace: 'void 0' }],
  },
  {
    name: 'no-guard',
    breaks: 'nothing looks at what a packet announces before its body comes',
    edits: [
      {
        file: 'apps/server/src/platform/broker/guard.ts',
        find: 'const why = packetProblem(step.header, first)',
        replace: 'const why = null',
      },
    ],
  },
  {
    name: 'trust-puback',
    breaks: 'the box lets go of what the broker acknowledged',
    edits: [
      ...BELIEVES,
      {
        file: LINK,
        find: 'TOPICS[topic], () => resolve())',
        replace: `TOPICS[topic], error => {
          resolve()
          if (!error && topic === 'up/data') believe(message)
        })`,
      },
    ],
  },
  {
    name: 'trust-sent',
    breaks: 'the box lets go of what it has sent',
    edits: [
      ...BELIEVES,
      {
        file: LINK,
        find: `void send(topic, message)
      return true`,
        replace: `void send(topic, message)
      if (topic === 'up/data') believe(message)
      return true`,
      },
    ],
  },
  {
    name: 'history-first',
    breaks: 'the box tells its past before its present',
    edits: [
      {
        file: 'apps/smartbox/src/readings/sender.ts',
        find: 'const live = waiting(Math.max(liveFrom, store.head()), store.tail())',
        replace: `const isTold = coverage.covers(acknowledged, [store.head(), liveFrom - 1])
          const live = isTold ? waiting(Math.max(liveFrom, store.head()), store.tail()) : undefined`,
      },
    ],
  },
  {
    name: 'any-will',
    breaks: 'the will of any session ends the one that lives',
    edits: [{ file: 'apps/server/src/devices/links/sessions.ts', find: 'if (!on && sid === link.sid)', replace: 'if (!on)' }],
  },
  {
    name: 'blind-link',
    breaks: 'nobody is told that the link to a broker elsewhere broke',
    edits: [{ file: 'apps/server/src/platform/broker/external.ts', find: 'events.lost()', replace: 'void 0' }],
  },
  {
    name: 'mark-first',
    breaks: 'a message counts as sent before it is',
    edits: [
      {
        file: SENDER,
        find: 'const reference = await transport.send(message,',
        replace: `await db.work(system, work => rows.markSent(work, [{ id, reference: '' }]))
      const reference = await transport.send(message,`,
      },
    ],
  },
  {
    name: 'no-message-key',
    breaks: 'a provider that honours keys is given none',
    edits: [{ file: 'apps/server/src/outbox/transport/webhook.ts', find: "'idempotency-key': key,", replace: '' }],
  },
  {
    name: 'unmarked',
    breaks: 'what may have come twice does not say so',
    edits: [
      {
        file: 'apps/server/src/outbox/delivery/claims.ts',
        find: 'if ((died || row.outcome_unknown) && !transport.isIdempotent)',
        replace: 'if (false)',
      },
    ],
  },
  {
    name: 'any-order',
    breaks: 'what is CRITICAL waits in line',
    edits: [
      {
        file: 'apps/server/src/outbox/delivery/delivery.sql.ts',
        find: ".orderBy(sql`(urgency = 'CRITICAL') desc`)",
        replace: '',
      },
    ],
  },
  {
    name: 'no-passing',
    breaks: 'who cannot be told by one channel is told by none',
    edits: [
      {
        file: 'apps/server/src/outbox/delivery/fallback.ts',
        find: 'for (const next of otherChannels(open, person, channel, alarm.severity)) {',
        replace: 'for (const next of otherChannels(open, person, channel, alarm.severity).slice(0, 0)) {',
      },
    ],
  },
  {
    name: 'in-line',
    breaks: 'doings of rules on boxes are taken one after the other, however grave',
    edits: [
      {
        file: 'apps/server/src/events/effects/boxEffects.ts',
        find: 'if (!isDue || from === undefined',
        replace: 'if (Date.now() > 0 || from === undefined',
      },
    ],
  },
  {
    name: 'told-again',
    breaks: 'nothing tells what people were told of already: neither the key of an occurrence nor that of a message',
    edits: [
      {
        file: 'apps/server/src/events/occurrences.sql.ts',
        find: `select(OCCURRENCE_COLUMNS))
          .onConflict(conflict => conflict.column('key').doNothing())`,
        replace: `select(OCCURRENCE_COLUMNS))
          .onConflict(conflict => conflict.column('key').doUpdateSet({ n: 1 }))`,
      },
      {
        file: 'apps/server/src/outbox/delivery/enqueue.ts',
        find: '`${dedupeKey}|${channel}|${address.toLowerCase()}`',
        replace: '`${dedupeKey}|${channel}|${address.toLowerCase()}|${Math.random()}`',
      },
    ],
  },
  {
    name: 'no-reserve',
    breaks: 'what is CRITICAL has no more than the rest of the day',
    edits: [{ file: 'apps/server/src/outbox/delivery/budget.ts', find: 'critical && day.reserve < reserve', replace: 'false' }],
  },
  {
    name: 'beat-past-rules',
    breaks: 'heartbeats go from their box straight into the outbox',
    edits: [
      {
        file: 'apps/server/src/heartbeat/heartbeat.ts',
        find: 'const started = pulseBox({ world,',
        replace: `const past = (number?: number) => {
          heartbeat.beat(number)
          const own = heartbeat.box()
          if (number === undefined || !own) return
          void db
            .work(system, async work => {
              const { heartbeatNotification } = await import('../outbox/index.ts')
              await (outbox as Outbox).notify(work, heartbeatNotification(own.entityId, number))
              work.afterCommit(() => heartbeat.seen('RULES', number))
            })
            .catch(() => undefined)
        }
        const started = pulseBox({ world: { ...world, heartbeat: { ...heartbeat, beat: past } },`,
      },
    ],
  },
  {
    name: 'watch-sending',
    breaks: 'who watches over heartbeats looks only whether they are sent',
    edits: [{ file: 'apps/server/src/heartbeat/stages.ts', find: 'heartbeat.lastOf(stage)', replace: "heartbeat.lastOf('BOX')" }],
  },
  {
    name: 'hard-lock',
    breaks: 'two who hand in files at the same place wait for each other for ever',
    edits: [
      { file: 'apps/server/src/platform/files/fileStore.ts', find: 'for no key update of top', replace: 'for update of top' },
    ],
  },
  {
    name: 'in-memory',
    breaks: 'files that come in are held in memory until all of them are there',
    edits: [
      {
        file: MULTIPART,
        find: "part.file.on('data', (chunk: Buffer) => (size += chunk.length))",
        replace: `part.file.on('data', (chunk: Buffer) => {
          size += chunk.length
          ;((globalThis as { held?: Buffer[] }).held ??= []).push(Buffer.from(chunk))
        })`,
      },
    ],
  },
  {
    name: 'trust-ending',
    breaks: 'a file is what its name says',
    edits: [
      {
        file: ATTACHMENTS,
        find: 'const detected = (await fileTypeFromFile(path))?.mime',
        replace: 'const detected = Object.keys(KINDS).find(type => KINDS[type]!.includes(extname(name).toLowerCase()))',
      },
    ],
  },
  {
    name: 'any-pixels',
    breaks: 'pictures are unpacked however large they are',
    edits: [
      {
        file: 'apps/server/src/platform/files/pictures.ts',
        find: 'MAX_PIXELS = 40_000_000',
        replace: 'MAX_PIXELS = 100_000_000',
      },
    ],
  },
  {
    name: 'as-it-came',
    breaks: 'a picture is kept with all that hangs on it',
    edits: [{ file: ATTACHMENTS, find: "if (!type.startsWith('image/')) return", replace: 'if (type) return' }],
  },
  {
    name: 'shown-inline',
    breaks: 'files are shown by the browser',
    edits: [
      {
        file: 'apps/server/src/platform/http/sendReply.ts',
        find: 'createContentDisposition(file.name)',
        replace: "createContentDisposition(file.name, { type: 'inline' })",
      },
    ],
  },
  {
    name: 'given-name',
    breaks: 'files keep the name that they came with',
    edits: [{ file: ATTACHMENTS, find: 'const name = safeFileName(upload.name)', replace: 'const name = upload.name' }],
  },
  {
    name: 'named-store',
    breaks: 'files are written under the name that they came with, and stay there',
    edits: [
      {
        file: MULTIPART,
        find: 'const path = join(folder, String(files.length))',
        replace: 'const path = join(folder, decodeURIComponent(part.filename))',
      },
      {
        file: 'apps/server/src/platform/files/fileStore.ts',
        find: 'await rename(path, to)',
        replace: "await (await import('node:fs/promises')).copyFile(path, to)",
      },
    ],
  },
  {
    name: 'twice-as-large',
    breaks: 'a file may have twice as many bytes',
    edits: [{ file: MULTIPART, find: 'fileSize: limits.bytes', replace: 'fileSize: 2 * limits.bytes' }],
  },
  {
    name: 'kept-staging',
    breaks: 'what was on its way in when the server died stays',
    edits: [
      { file: 'apps/server/src/app/app.ts', find: 'await rm(staging, { recursive: true, force: true })', replace: 'void rm' },
    ],
  },
  {
    name: 'no-words',
    breaks: 'a full disk is a failure like any other',
    edits: [
      {
        file: 'apps/server/src/platform/http/server.ts',
        find: "if (isDiskFull(error)) return new Failed('NO_ROOM')",
        replace: 'void isDiskFull',
      },
    ],
  },
  {
    name: 'half-left',
    breaks: 'what was written of a refused upload stays',
    edits: [
      {
        file: MULTIPART,
        find: `drain(request.raw)
    await clear()`,
        replace: 'drain(request.raw)',
      },
    ],
  },
  {
    name: 'restored-queue',
    breaks: 'what waited in a backup goes out after the restore',
    edits: [
      {
        file: 'apps/server/src/app/settleRestore.ts',
        find: 'const messages = await withholdQueued(work)',
        replace: 'const messages = 0',
      },
    ],
  },
  {
    name: 'endless-body',
    breaks: 'a body may come as slowly as it likes',
    edits: [
      {
        file: 'apps/server/src/platform/http/bodyWatch.ts',
        find: 'if (arrived >= bytes || raw.readableLength > 0) return',
        replace: 'if (arrived >= 0 || bytes < 0) return',
      },
    ],
  },
]

/** Faults set off at a chosen place, and time taken into the hands of a simulation. */
export const failPoints: readonly Change[] = [
  {
    name: 'after_commit',
    breaks: 'the server dies between a commit and its PUBACK: the FAIL_COMMITS-th of its life',
    edits: [
      {
        file: LANE,
        find: 'const took = stored.length === 1',
        replace: `if ((globalThis.commits = (globalThis.commits ?? 0) + 1) >= Number(process.env.FAIL_COMMITS ?? 1)) process.kill(process.pid, 'SIGKILL')
        const took = stored.length === 1`,
      },
    ],
  },
  {
    name: 'short_waits',
    breaks: 'a provider that hangs is waited for as long as an hour of a simulation has room for',
    edits: [
      {
        file: 'apps/server/src/outbox/transport/providerHttp.ts',
        find: 'const TIMEOUT = 10_000',
        replace: 'const TIMEOUT = 600',
      },
    ],
  },
  {
    name: 'stages_freeze',
    breaks: 'a stage of the path of alarms stands still for as long as a file of its name lies in the folder FREEZE',
    edits: [
      freezes('BROKER', 'apps/server/src/platform/broker/embedded.ts', 'const topic = parseTopic(full)?.topic'),
      freezes('INGEST', LANE, 'stored = await store(pos, group)'),
      freezes('RULES', 'apps/server/src/rules/evaluation/globalRules.ts', 'releaseChunk ??= await mutex.acquire()'),
      freezes('OUTBOX', SENDER, 'const permits = [...permitsUpTo(transport.concurrency - underWay.size)]'),
    ],
  },
  {
    name: 'short_beats',
    breaks: 'minutes of the watch over heartbeats are seconds',
    edits: [
      ['every: 20_000', 'every: 1_000'],
      ['silent: 60_000', 'silent: 6_000'],
      ['first: 120_000', 'first: 12_000'],
      ['look: 5_000', 'look: 400'],
      ['channel: 120_000', 'channel: 8_000'],
    ].map(([find, replace]) => ({ file: 'apps/server/src/heartbeat/times.ts', find: find!, replace: replace! })),
  },
]

/** The changes that these two lists of names, with commas, ask for. */
export const changesOf = (mutant: string | undefined, fail: string | undefined): readonly Change[] =>
  (
    [
      [mutants, mutant],
      [failPoints, fail],
    ] as const
  ).flatMap(([all, asked]) =>
    (asked ?? '')
      .split(',')
      .filter(Boolean)
      .map(name => {
        const change = all.find(one => one.name === name)
        if (!change) throw new Error(`no ${name}: there are ${all.map(one => one.name).join(', ')}`)
        return change
      }),
  )
