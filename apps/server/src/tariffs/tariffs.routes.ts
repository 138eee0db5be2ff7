import { tariffBook, tariffs } from '@steading/contract/tariffs/tariffs'
import { tariffGaps } from '@steading/production/tariffs/tariffGaps'
import { localDate, tariffDay } from '@steading/production/tariffs/tariffPeriods'
import { bookHandlers, entryById, present } from '../books/index.ts'
import { orNotFound } from '../platform/database/unitOfWork.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import { offsetIn, tariffFields, tariffStore, yearOf } from './tariffs.ts'

export const tariffsSlice = (world: World) =>
  slice(tariffs, {
    ...bookHandlers(world, tariffBook, tariffStore),
    periods: ({ actor, params, query }) =>
      world.db.work(actor, async work => {
        const row = orNotFound(await entryById(work, tariffStore, params.id))
        const fields = tariffFields(row.fields)
        const offsetAt = offsetIn(fields.timeZone)
        const date = query.date ?? localDate(work.now.getTime(), offsetAt)
        const { spans, ...day } = tariffDay(fields, date, offsetAt)
        return {
          tariff: present(row) as never, // safe: the fields are those of a tariff
          date,
          ...day,
          spans: spans.map(({ from, to, period }) => ({
            from: new Date(from).toISOString(),
            to: new Date(to).toISOString(),
            displayName: period?.displayName ?? null,
            value: period?.value ?? null,
          })),
          gaps: tariffGaps(fields.cycles, yearOf(fields), offsetAt),
        }
      }),
  })
