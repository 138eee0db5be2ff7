import { type Boundaries, type Position, polygonsOf } from '@steading/contract/entities/boundaries'
import type { GeoJSONSource, Map as MapView } from 'maplibre-gl'
import { ink } from './base.ts'

export interface Area {
  readonly id: string
  readonly boundaries: Boundaries
  /** What the map is about; others are around it. */
  readonly main?: boolean
}

/** The corners of each. */
export const outlinesOf = (areas: readonly Area[]): readonly (readonly Position[])[] =>
  areas.map(area => polygonsOf(area.boundaries).flat(2))

/** These areas, instead of those that were drawn before. */
export function drawAreas(map: MapView, areas: readonly Area[]) {
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
