import { type Boundaries, type Position, polygonsOf } from '@steading/contract/boundaries'
import { type GeoJSONSource, type Map as MapView, Marker } from 'maplibre-gl'
import { useEffect, useMemo } from 'react'
import { useText } from '../../platform/texts.tsx'
import { useGo } from '../Link.tsx'
import { Note } from '../page/Note.tsx'
import { ink } from './base.ts'
import { useMap } from './useMap.ts'

export interface Pin {
  readonly id: string
  readonly name: string
  readonly at: Position
  /** Where a click leads. */
  readonly href?: string
  readonly dim?: boolean
  /** Only from this zoom on. */
  readonly from?: number
}

export interface Area {
  readonly id: string
  readonly boundaries: Boundaries
  /** What the map is about; others are around it. */
  readonly main?: boolean
}

/** More labels than this cover one another: the rest are dots until one comes nearer. */
const mostLabels = 120

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

function drawAreas(map: MapView, areas: readonly Area[]) {
  const data = {
    type: 'FeatureCollection' as const,
    features: areas.flatMap(({ boundaries, main = false }) =>
      polygonsOf(boundaries).map(polygon => ({
        type: 'Feature' as const,
        properties: { main },
        geometry: { type: 'Polygon' as const, coordinates: polygon.map(ring => ring.map(corner => [...corner])) },
      })),
    ),
  }
  const known = map.getSource<GeoJSONSource>('areas')
  if (known) {
    void known.setData(data)
    return
  }
  map.addSource('areas', { type: 'geojson', data })
  map.addLayer({
    id: 'areas',
    source: 'areas',
    type: 'fill',
    paint: { 'fill-color': ink('accent'), 'fill-opacity': ['case', ['get', 'main'], 0.14, 0.07] },
  })
  map.addLayer({
    id: 'edges',
    source: 'areas',
    type: 'line',
    paint: { 'line-color': ink('accent-ink'), 'line-width': ['case', ['get', 'main'], 2.5, 1.25] },
  })
}

/** Puts the places that are in view onto the map, and again after each move. */
function drawPins(map: MapView, pins: readonly Pin[], go: (href: string) => void): () => void {
  let shown: Marker[] = []
  const draw = () => {
    for (const marker of shown) marker.remove()
    const view = map.getBounds()
    const zoom = map.getZoom()
    shown = pins
      .filter(({ at: [longitude, latitude], from = 0 }) => zoom >= from && view.contains([longitude, latitude]))
      .slice(0, 1000)
      .map((pin, index) =>
        new Marker({ element: pinElement(pin, index < mostLabels, go), anchor: 'bottom' }).setLngLat([...pin.at]).addTo(map),
      )
  }
  draw()
  map.on('moveend', draw)
  return () => {
    map.off('moveend', draw)
    for (const marker of shown) marker.remove()
  }
}

function pinElement({ name, href, dim = false }: Pin, isNamed: boolean, go: (href: string) => void): HTMLElement {
  const element = document.createElement(href ? 'a' : 'span')
  element.className = ['pin', dim && 'pin-dim', !isNamed && 'pin-dot'].filter(Boolean).join(' ')
  const text = document.createElement('span')
  text.textContent = name
  if (!isNamed) text.className = 'vh'
  element.append(text)
  if (href && element instanceof HTMLAnchorElement) {
    element.href = href
    element.addEventListener('click', event => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      go(href)
    })
  }
  return element
}
