import type { GeneratorRun, HousePaths, RegisterPeriod, SiteTest } from '@steading/contract/protection/register'
import { PDF_TYPE, XLSX_TYPE } from '@steading/contract/reports/reports'
import { camel } from '@steading/locales/camel'
import { PATH_WORDS } from '@steading/locales/events/pathWords'
import { date, dateTime, duration, missing, quantity } from '@steading/locales/format'
import { translatorFor } from '@steading/locales/text'
import type { Translate } from '@steading/locales/text'
import { DateTime } from 'luxon'
import type { z } from 'zod'
import type { Actor } from '../platform/actor.ts'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import type { PdfDocument, SheetCell, Workbook } from '../platform/documents/documents.types.ts'
import type { World } from '../platform/world.ts'
import { searchDrills } from '../drills/index.ts'
import type { DrillRow } from '../drills/index.ts'
import { placeById } from './plan.sql.ts'
import type { PlaceRow } from './plan.sql.ts'
import { housePaths, presentRun, presentTest } from './register.ts'
import { searchRuns, searchTests } from './register.sql.ts'

interface RegisterRequest extends z.output<typeof RegisterPeriod> {
  readonly actor: Actor
  readonly entityId: string
}

interface Register {
  readonly place: PlaceRow
  readonly houses: readonly HousePaths[]
  readonly tests: readonly SiteTest[]
  readonly drills: readonly DrillRow[]
  readonly runs: readonly GeneratorRun[]
  readonly createdAt: Date
}

/** Rows of each part of a register: more than a year of a farm has. */
const MOST = 5000
const page = (sortProperty: string, sortDirection: 'ASC' | 'DESC' = 'ASC') => ({
  currentPage: 0,
  itemsPerPage: MOST,
  sortProperty,
  sortDirection,
})

/** The register of a period as a file; audited. @throws NotFound */
export async function writeRegister(
  { db, documents, texts }: Pick<World, 'db' | 'documents' | 'texts'>,
  { actor, entityId, fromDay, toDay, format }: RegisterRequest,
) {
  const t = translatorFor(texts, actor)
  const register = await db.work(actor, work => readRegister(work, { entityId, fromDay, toDay }))
  const parts = partsOf(register, t)
  const { place } = register
  const head = {
    title: `${t('protection.register')}: ${place.displayName}`,
    subtitle: `${day(fromDay, t)} – ${day(toDay, t)}`,
    created: t('report.created', { at: dateTime(register.createdAt, place.timeZone, t), zone: place.timeZone }),
  }
  const content = await documents.write(format === 'PDF' ? pdfOf(head, parts, t) : workbookOf(head, parts, t))
  await db.work(actor, work =>
    work.audit({
      action: 'EXPORT',
      objectType: 'protectionTest',
      objectId: null,
      objectName: place.displayName,
      entityId,
      changes: [],
    }),
  )
  const name = `${t('protection.register')} ${place.displayName.replaceAll(/[|/\\]+/g, '-')} ${fromDay} ${toDay}`
  return format === 'PDF' ? { name: `${name}.pdf`, type: PDF_TYPE, content } : { name: `${name}.xlsx`, type: XLSX_TYPE, content }
}

async function readRegister(
  work: UnitOfWork,
  { entityId, fromDay, toDay }: Pick<RegisterRequest, 'entityId' | 'fromDay' | 'toDay'>,
): Promise<Register> {
  const houses = await housePaths(work, { ...page('displayName'), entityId })
  const place = await work.withSystemScope(whole => placeById(whole, entityId))
  const span = {
    entityId,
    fromDate: DateTime.fromISO(fromDay, { zone: place.timeZone }).toUTC().toISO()!,
    toDate: DateTime.fromISO(toDay, { zone: place.timeZone }).endOf('day').toUTC().toISO()!,
  }
  return {
    place,
    houses: houses.content,
    tests: (await searchTests(work, { ...page('testedUtc'), ...span })).content.map(presentTest),
    drills: (await searchDrills(work, { ...page('startedUtc'), ...span })).content,
    runs: (await searchRuns(work, { ...page('startedUtc'), ...span })).content.map(presentRun),
    createdAt: work.now,
  }
}

const day = (text: string, t: Translate) => date(`${text}T00:00:00Z`, 'UTC', t)

interface RegisterPart {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

function partsOf({ houses, tests, drills, runs }: Register, t: Translate): RegisterPart[] {
  const result = (value: string | null) =>
    value === null ? missing : t(value === 'PASSED' ? 'drill.result.passed' : 'drill.result.failed')
  return [
    {
      title: t('protection.tests.paths'),
      columns: [
        t('entity.sector'),
        t('protection.plan.path'),
        t('protection.register.last'),
        t('drill.result.label'),
        t('protection.register.source'),
        t('protection.register.next'),
      ],
      rows: houses.flatMap(({ entity, timeZone, paths }) =>
        paths.map(({ path, lastUtc, result: outcome, source, nextDay, state }) => [
          entity.displayName,
          t(PATH_WORDS[path]),
          lastUtc === null ? t('protection.tests.never') : dateTime(lastUtc, timeZone, t),
          result(outcome),
          source === null ? missing : t(`protection.source.${camel(source)}`),
          nextDay === null
            ? t('protection.tests.neverDue')
            : state === 'OVERDUE'
              ? t('protection.tests.overdue', { date: day(nextDay, t) })
              : day(nextDay, t),
        ]),
      ),
    },
    {
      title: t('protection.tests.entered'),
      columns: [
        t('protection.tests.testedAt'),
        t('entity.sector'),
        t('protection.plan.path'),
        t('drill.result.label'),
        t('protection.tests.tester'),
        t('protection.plan.note'),
      ],
      rows: tests.map(({ testedUtc, timeZone, entity, path, result: outcome, tester, note, seen }) => [
        dateTime(testedUtc, timeZone, t),
        entity.displayName,
        t(PATH_WORDS[path]),
        result(outcome),
        tester,
        [note, ...(seen ? [t('protection.tests.seen', { title: seen.title })] : [])].filter(part => part !== '').join('; '),
      ]),
    },
    {
      title: t('nav.drills'),
      columns: [t('drill.began'), t('entity.sector'), t('drill.result.label'), t('drill.confirmed')],
      rows: drills.map(drill => [
        dateTime(drill.created_at, drill.time_zone, t),
        `${drill.farm_name} | ${drill.house_name}`,
        drill.stage === null ? result(drill.state) : t(`drill.failed.${camel(drill.stage)}`),
        t('drill.confirmedOf', { confirmed: drill.confirmed, told: drill.told }),
      ]),
    },
    {
      title: t('protection.generator'),
      columns: [
        t('protection.generator.startedAt'),
        t('protection.generator.lasted'),
        t('protection.generator.onLoad'),
        t('protection.generator.fuelLitres'),
        t('protection.generator.hourMeter'),
        t('protection.generator.operator'),
        t('protection.generator.fault'),
        t('protection.plan.note'),
      ],
      rows: runs.map(run => [
        dateTime(run.startedUtc, run.timeZone, t),
        duration((Date.parse(run.endedUtc) - Date.parse(run.startedUtc)) / 1000, t),
        run.onLoad ? t('ui.yes') : t('ui.no'),
        run.fuelLitres === null ? missing : quantity(run.fuelLitres, 'l', t),
        run.hourMeter === null ? missing : quantity(run.hourMeter, 'h', t),
        run.operator,
        run.fault === '' ? t('protection.generator.noFault') : run.fault,
        run.note,
      ]),
    },
  ]
}

interface Head {
  readonly title: string
  readonly subtitle: string
  readonly created: string
}

const pdfOf = ({ title, subtitle, created }: Head, parts: readonly RegisterPart[], t: Translate): PdfDocument => ({
  kind: 'PDF',
  title,
  subtitle,
  footer: created,
  language: t.language,
  notation: t.notation,
  blocks: parts.map(part => ({
    kind: 'TABLE',
    title: part.rows.length === 0 ? `${part.title}: ${t('report.empty')}` : part.title,
    columns: part.columns.map(column => ({ title: column })),
    rows: part.rows,
  })),
})

const workbookOf = ({ title, subtitle, created }: Head, parts: readonly RegisterPart[], t: Translate): Workbook => ({
  kind: 'XLSX',
  notation: t.notation,
  sheets: [
    { name: t('protection.register'), columns: [{ title }], rows: [[subtitle], [created]] },
    ...parts.map(part => ({
      name: part.title,
      columns: part.columns.map(column => ({ title: column })),
      rows: part.rows as readonly (readonly SheetCell[])[],
    })),
  ],
})
