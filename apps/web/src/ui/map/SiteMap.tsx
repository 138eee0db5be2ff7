import type { Position } from '@steading/contract/entities/boundaries'
import { useEffect } from 'react'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../Link.tsx'
import { Note } from '../page/Note.tsx'
import { type Area, outlinesOf, drawAreas } from './areas.ts'
import { hasTiles } from './base.ts'
import { type ClusterName, type Pin, drawPins } from './pins.ts'
import { useMap } from './useMap.ts'
import { viewOf, viewWithoutTiles, zooms } from './view.ts'

/** Places with their boundaries. Each place with an address is a link; what the map shows stands beside it as text too. */
export default function SiteMap({
  label,
  pins,
  areas,
  focus,
  clusterName,
}: {
  label: string
  pins: readonly Pin[]
  areas: readonly Area[]
  /** What is in view at first; absent, everything. */
  focus?: readonly Position[]
  /** Names places that are taken together; absent, each has a pin of its own. Keep it the same function. */
  clusterName?: ClusterName | undefined
}) {
  const t = useText()
  const go = useGo()
  const { box, map, failed } = useMap(label, () => {
    const outlines = outlinesOf(areas)
    const around = focus ?? [...outlines.flat(), ...pins.map(pin => pin.at)]
    return hasTiles() ? viewOf(around, zooms.place) : viewWithoutTiles(around, outlines, zooms.far)
  })
  useEffect(() => {
    if (map) drawAreas(map, areas)
  }, [map, areas])
  useEffect(() => (map ? drawPins(map, pins, go, clusterName) : undefined), [map, pins, go, clusterName])
  if (failed) return <Note>{t('map.failed')}</Note>
  return <div ref={box} className="site-map" />
}
