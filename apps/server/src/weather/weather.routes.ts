import { weather as contract } from '@steading/contract/widgets/weather'
import type { UnitOfWork } from '../platform/database/unitOfWork.ts'
import { NotFound } from '../platform/failures.ts'
import { slice } from '../platform/http/call.ts'
import type { World } from '../platform/world.ts'
import type { Coordinates } from './provider.ts'
import type { Weather } from './weather.ts'

/** Does the public dashboard of the caller's link show the weather of a place? */
export type ShowsPlace = (work: UnitOfWork, place: Coordinates) => Promise<boolean>

export const weatherSlice = ({ db }: Pick<World, 'db'>, weather: Weather, showsPlace: ShowsPlace) =>
  slice(contract, {
    cities: ({ actor, query }) => weather.cities(query.search, actor.language.slice(0, 2), query),
    forecast: ({ query }) => weather.forecast(query, query),
    publicForecast: async ({ actor, query }) => {
      if (!(await db.work(actor, work => showsPlace(work, query)))) throw new NotFound()
      return weather.forecast(query, query)
    },
  })
