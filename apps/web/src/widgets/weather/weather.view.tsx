import type { Forecast } from '@steading/contract/widgets/weather'
import type { ConfigsOf } from '@steading/contract/widgets/widgets'
import { date, dayAndMonth, since } from '@steading/locales/format'
import { useMemo } from 'react'
import { useNow } from '../../platform/page/clock.ts'
import { useZone } from '../../platform/session/session.ts'
import { useText } from '../../platform/texts.tsx'
import { Skeletons } from '../../ui/state/Skeletons.tsx'
import { FetchedBody } from '../FetchedBody.tsx'
import { useSource } from '../source/useSource.ts'
import type { WidgetProps } from '../view.ts'
import { Widget } from '../Widget.tsx'
import { WidgetNote } from '../WidgetNote.tsx'
import { WeatherCell } from './WeatherCell.tsx'
import { infoWord } from './weatherText.ts'
import './weather.css'

type Configs = ConfigsOf<'WEATHER'>
const providers = { OPEN_METEO: 'Open-Meteo', METEOBLUE: 'meteoblue' } as const satisfies Record<Forecast['provider'], string>

/** ms: the server asks for a newer forecast long before. */
const OLD = 60 * 60_000

/** WEATHER: the forecast of a place, a column for each day. */
export default function WeatherView({ configs }: WidgetProps<'WEATHER'>) {
  const t = useText()
  const source = useSource()
  const { city, title, temperature, wind, precipitation } = configs
  const { latitude, longitude } = city
  const query = useMemo(
    () => source.forecast({ latitude, longitude, temperature, wind, precipitation }),
    [source, latitude, longitude, temperature, wind, precipitation],
  )
  return (
    <Widget name={title ?? city.name} place={title ? city.name : (city.region ?? city.country ?? undefined)} flush>
      <div className="w-scroll">
        <FetchedBody query={query} waiting={<Skeletons rows={3} />}>
          {forecast =>
            forecast.days.length === 0 ? (
              <WidgetNote>{t('widget.weather.none')}</WidgetNote>
            ) : (
              <ForecastTable configs={configs} forecast={forecast} />
            )
          }
        </FetchedBody>
      </div>
    </Widget>
  )
}

function ForecastTable({ configs, forecast }: { configs: Configs; forecast: Forecast }) {
  const t = useText()
  const zone = useZone()
  const now = useNow(60)
  const { provider, fetchedUtc } = forecast
  const source = { provider: providers[provider], time: since(fetchedUtc, now, zone, t) }
  const isOfToday = date(fetchedUtc, zone, t) === date(now, zone, t)
  const { city, info, colours } = configs
  const days = forecast.days.slice(0, configs.days)
  const weekday = useMemo(() => new Intl.DateTimeFormat(document.documentElement.lang, { weekday: 'short', timeZone: 'UTC' }), [])
  return (
    // A region that scrolls must be reached by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="weather scroll-x" tabIndex={0} aria-label={t('widget.weather.forecastOf', { place: city.name })}>
      <table className={colours === 'COLOURED' ? 'coloured' : undefined}>
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">{t('movement.day')}</span>
            </th>
            {days.map(({ day }, at) => (
              <th key={day} scope="col">
                {at === 0 && isOfToday ? t('ui.today') : weekday.format(new Date(day))}
                <span className="dim num">{dayAndMonth(day, 'UTC', t)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {info.map(row => (
            <tr key={row}>
              <th scope="row">{t(infoWord(row))}</th>
              {days.map(day => (
                <td key={day.day} className={row}>
                  <WeatherCell info={row} day={day} units={configs} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="weather-source">
        {now - Date.parse(fetchedUtc) > OLD ? t('widget.weather.old', source) : t('widget.weather.provider', source)}
      </p>
    </section>
  )
}
