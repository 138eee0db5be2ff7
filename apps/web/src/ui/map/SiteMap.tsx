import { type Position, polygonsOf } from '@steading/contract/boundaries'
import { useEffect, useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../Link.tsx'
import { Note } from '../page/Note.tsx'
import { type Area, drawAreas } from './areas.ts'
import { type Pin, drawPins } from './pins.ts'
import { useMap } from './useMap.ts'

/** Places with their boundaries. Each place with an address is a link; what the map shows stands beside it as text too. */
export default function SiteMap({
  label,
  pins,
  areas,
  focus,
}: {
  label: string
  pins: readonly Pin[]
  areas: readonly Area[]
  /** What is in view at first; absent, everything. */
  focus?: readonly Position[]
}) {
  const t = useText()
  const go = useGo()
  const around = useMemo(
    () => focus ?? [...areas.flatMap(area => polygonsOf(area.boundaries).flat(2)), ...pins.map(pin => pin.at)],
    [focus, areas, pins],
  )
  const { box, map, failed } = useMap(label, around)
  useEffect(() => {
    if (map) drawAreas(map, areas)
  }, [map, areas])
  useEffect(() => (map ? drawPins(map, pins, go) : undefined), [map, pins, go])
  if (failed) return <Note>{t('map.failed')}</Note>
  return <div ref={box} className="site-map" />
}
