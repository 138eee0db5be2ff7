import type { WeatherDay } from '@steading/contract/widgets/weather'
import { missing, quantity } from '@steading/locales/format'
import {
  IconArrowUp,
  IconCloud,
  IconCloudFog,
  IconCloudRain,
  IconCloudSnow,
  IconCloudStorm,
  IconDroplet,
  IconDroplets,
  IconSnowflake,
  IconSun,
} from '@tabler/icons-react'
import { useText } from '../../platform/texts.tsx'
import { compassPoint, type Info, measuredText, spotCells, type Units, wetShare } from './weatherText.ts'

type Kind = NonNullable<WeatherDay['pictogram']>
/** Each kind by an icon of its own; the colour repeats it. */
const pictograms: Readonly<
  Record<
    Kind,
    { readonly icon: typeof IconSun; readonly tone: 'sun' | 'cloud' | 'rain' | 'snow' | 'storm'; readonly withSun?: true }
  >
> = {
  CLEAR: { icon: IconSun, tone: 'sun' },
  PARTLY_CLOUDY: { icon: IconCloud, tone: 'cloud', withSun: true },
  CLOUDY: { icon: IconCloud, tone: 'cloud' },
  FOG: { icon: IconCloudFog, tone: 'cloud' },
  DRIZZLE: { icon: IconDroplet, tone: 'rain' },
  RAIN: { icon: IconCloudRain, tone: 'rain' },
  HEAVY_RAIN: { icon: IconDroplets, tone: 'rain' },
  SLEET: { icon: IconSnowflake, tone: 'snow' },
  SNOW: { icon: IconCloudSnow, tone: 'snow' },
  SHOWERS: { icon: IconCloudRain, tone: 'rain' },
  THUNDERSTORM: { icon: IconCloudStorm, tone: 'storm' },
}

/** What a forecast says of one day under one heading. */
export function WeatherCell({ info, day, units }: { info: Info; day: WeatherDay; units: Units }) {
  if (info === 'pictogram') return <Pictogram kind={day.pictogram} />
  if (info === 'rainSPOT') return <RainSpot spot={day.rainSPOT} />
  if (info === 'windDirection') return <WindArrow degrees={day.windDirection} />
  return <MeasuredCell info={info} day={day} units={units} />
}

function MeasuredCell({
  info,
  day,
  units,
}: {
  info: Exclude<Info, 'pictogram' | 'rainSPOT' | 'windDirection'>
  day: WeatherDay
  units: Units
}) {
  const t = useText()
  return <span className="num">{measuredText(info, day, units, t)}</span>
}

function Pictogram({ kind }: { kind: Kind | null }) {
  const t = useText()
  if (kind === null) return missing
  const { icon: Icon, tone, withSun } = pictograms[kind]
  const word = t(`widget.weather.kind.${kind}`)
  return (
    <span className={`sky sky-${tone}`} title={word}>
      <Icon size={24} stroke={1.7} aria-hidden />
      {withSun && <IconSun className="sky-sun" size={13} stroke={2.2} aria-hidden />}
      <span className="vh">{word}</span>
    </span>
  )
}

/** The arrow points where the wind goes; the word says where it comes from. */
function WindArrow({ degrees }: { degrees: number | null }) {
  const t = useText()
  if (degrees === null) return missing
  return (
    <span className="wind">
      <IconArrowUp size={15} style={{ rotate: `${degrees + 180}deg` }} aria-hidden />
      {t(`widget.weather.compass.${compassPoint(degrees)}`)}
    </span>
  )
}

/** The surroundings as a small grid, the place in the middle. */
function RainSpot({ spot }: { spot: string | null }) {
  const t = useText()
  const cells = spotCells(spot)
  if (!cells) return <span className="dim">{t('widget.weather.notAvailable')}</span>
  const share = wetShare(cells)
  const words =
    share === 0 ? t('widget.weather.rain.none') : t('widget.weather.rain.part', { percent: quantity(100 * share, '%', t, 0) })
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- drawn here, in the colours of the page
    <svg className="rain-spot" viewBox="0 0 7 7" role="img" aria-label={words}>
      {cells.map(({ x, y, rain }) => (
        <rect key={`${x} ${y}`} x={x} y={y} width="1" height="1" fillOpacity={rain === 0 ? 0 : 0.25 + rain / 12} />
      ))}
      <circle cx="3.5" cy="3.5" r="0.6" />
    </svg>
  )
}
