import type { Position } from '@steading/contract/entities/boundaries'
import type { Map as MapView } from 'maplibre-gl'
import { TerraDraw, TerraDrawPolygonMode, TerraDrawSelectMode } from 'terra-draw'
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter'
import { ink } from './base.ts'

export type Tool = 'draw' | 'edit' | 'place' | undefined
type Id = string | number

export interface Drawing {
  /** These areas, instead of those that are there. */
  readonly show: (rings: readonly (readonly Position[])[]) => void
  readonly use: (tool: Tool) => void
  readonly remove: (id: Id) => void
  readonly close: () => void
}

/** Drawing areas onto a map: tells every finished change. */
export function openDrawing(
  map: MapView,
  {
    onChange,
    onSelect,
    onDrawn,
  }: {
    onChange: (rings: readonly (readonly Position[])[]) => void
    onSelect: (id: Id | undefined) => void
    onDrawn: () => void
  },
): Drawing {
  const [line, fill, surface] = [ink('accent-ink'), ink('accent'), ink('surface')] as [Hex, Hex, Hex] // safe: tokens are written as #rrggbb
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, coordinatePrecision: 9 }),
    modes: [
      new TerraDrawPolygonMode({
        styles: {
          fillColor: fill,
          fillOpacity: 0.14,
          outlineColor: line,
          outlineWidth: 2.5,
          closingPointColor: line,
          closingPointOutlineColor: surface,
        },
      }),
      new TerraDrawSelectMode({
        flags: {
          polygon: {
            feature: { draggable: true, coordinates: { midpoints: true, draggable: true, deletable: true } },
          },
        },
        styles: {
          selectedPolygonColor: fill,
          selectedPolygonFillOpacity: 0.2,
          selectedPolygonOutlineColor: line,
          selectedPolygonOutlineWidth: 3,
          selectionPointColor: surface,
          selectionPointOutlineColor: line,
          selectionPointOutlineWidth: 2,
          selectionPointWidth: 6,
          midPointColor: line,
          midPointOutlineColor: surface,
          midPointWidth: 3,
        },
      }),
    ],
  })
  draw.start()
  const rings = () =>
    draw.getSnapshot().flatMap(({ geometry, properties }) => {
      if (geometry.type !== 'Polygon' || properties.mode !== 'polygon' || properties.currentlyDrawing) return []
      return [(geometry.coordinates[0] ?? []).map(([longitude = 0, latitude = 0]): Position => [longitude, latitude])]
    })
  draw.on('finish', (_, { action }) => {
    onChange(rings())
    if (action === 'draw') onDrawn()
  })
  // A corner taken away or an area deleted by key is finished by itself.
  draw.on('change', (_, type) => {
    if (type === 'delete' && draw.getMode() === 'select') onChange(rings())
  })
  draw.on('select', onSelect)
  draw.on('deselect', () => onSelect(undefined))
  const modes = { draw: 'polygon', edit: 'select', place: 'static' } as const
  return {
    show(shapes) {
      draw.clear()
      onSelect(undefined)
      draw.addFeatures(
        shapes.map(ring => ({
          type: 'Feature',
          properties: { mode: 'polygon' },
          geometry: { type: 'Polygon', coordinates: [ring.map(corner => [...corner])] },
        })),
      )
    },
    use(tool) {
      draw.setMode(tool ? modes[tool] : 'static')
    },
    remove(id) {
      draw.deselectFeature(id)
      draw.removeFeatures([id])
      onChange(rings())
    },
    close() {
      try {
        draw.stop()
      } catch (error) {
        // The map may have gone first.
        console.debug('drawing ended after its map', error)
      }
    },
  }
}
type Hex = `#${string}`
