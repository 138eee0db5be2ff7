import { interfaces } from '@steading/contract/interfaces'
import { commandById, presentCommand } from '../devices/index.ts'
import type { Devices } from '../devices/index.ts'
import { found } from '../platform/database/work.ts'
import { slice } from '../platform/http/call.ts'
import { page } from '../platform/page.ts'
import type { World } from '../platform/world.ts'
import { createInterface, isGoodReading, lastValue, presentAll } from './interfaces.ts'
import { interfaceAt, interfacesByIds, interfacesWhere } from './interfaces.sql.ts'

const columns = {
  lastReadingTimestampUtc: 'last.ts',
  displayName: 'interfaces.display_name',
  category: 'interfaces.category',
  id: 'interfaces.id',
} as const

export const interfacesSlice = ({ db }: World, devices: Devices) =>
  slice(interfaces, {
    search: ({ actor, query }) =>
      db.work(actor, async work => {
        const { content, ...rest } = await page(interfacesWhere(work, query), query, columns, 'interfaces.id', row => row)
        return { ...rest, content: await presentAll(work, content) }
      }),
    byIds: ({ actor, query }) => db.work(actor, async work => presentAll(work, await interfacesByIds(work, query.ids))),
    details: ({ actor, params }) =>
      db.work(actor, async work => found((await presentAll(work, await interfacesByIds(work, [params.id])))[0])),
    create: ({ actor, body }) =>
      db.work(actor, async work => {
        const id = await createInterface(work, devices, body)
        return found((await presentAll(work, await interfacesByIds(work, [id])))[0])
      }),
    reading: ({ actor, params }) =>
      db.work(actor, async work => {
        const row = found(await interfaceAt(work, params))
        return {
          interfaceId: row.id,
          convertedValue: lastValue(row),
          timestampUtc: row.readAt?.toISOString() ?? null,
          good: isGoodReading(row),
        }
      }),
    actuate: ({ actor, params, body }) =>
      db.work(actor, async work => {
        const { id } = found(await interfaceAt(work, params))
        return devices.command(work, { ...body, interfaceId: id })
      }),
    command: ({ actor, params }) => db.work(actor, async work => presentCommand(found(await commandById(work, params.id)))),
  })
