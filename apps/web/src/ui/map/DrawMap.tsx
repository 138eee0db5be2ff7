import { Button } from '@mantine/core'
import type { Position } from '@steading/contract/entities/boundaries'
import { IconMapPin, IconPolygon, IconTrash, IconVectorBezier2 } from '@tabler/icons-react'
import { Marker } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { Note } from '../page/Note.tsx'
import { type Tool, type Drawing, openDrawing } from './drawing.ts'
import { type Area, outlinesOf, drawAreas } from './areas.ts'
import { hasTiles } from './base.ts'
import { toAreas, toBoundaryText } from './features.ts'
import { type Pin, drawPins } from './pins.ts'
import { viewOf, viewWithoutTiles, zooms } from './view.ts'
import { useMap } from './useMap.ts'

const tools = [
  { key: 'draw', word: 'map.draw', icon: IconPolygon, hint: 'map.drawHint' },
  { key: 'edit', word: 'map.edit', icon: IconVectorBezier2, hint: 'map.editHint' },
  { key: 'place', word: 'map.place', icon: IconMapPin, hint: 'map.placeHint' },
] as const

const viewBeside = (around: readonly Position[], outlines: readonly (readonly Position[])[]) =>
  hasTiles() ? viewOf(around, zooms.nearby) : viewWithoutTiles(around, outlines, zooms.nearby)

/**
 * A boundary of one or several areas drawn with the pointer, and a place set by a click. Who has no pointer has both as entries
 * beside the map.
 */
export default function DrawMap({
  label,
  boundaries,
  place,
  pins,
  areas,
  around,
  onBoundaries,
  onPlace,
}: {
  label: string
  boundaries: string | null
  place: Position | undefined
  /** What is near. */
  pins: readonly Pin[]
  areas: readonly Area[]
  /** Where to begin while there is neither. */
  around: readonly Position[]
  onBoundaries: (text: string | null) => void
  onPlace: (at: Position) => void
}) {
  const t = useText()
  const [tool, setTool] = useState<Tool>()
  const [selected, select] = useState<string | number>()
  const { drawn, fixed } = useMemo(() => toAreas(boundaries), [boundaries])
  const first = useMemo(() => [...drawn.flat(), ...fixed.flat(2), ...(place ? [place] : [])], [drawn, fixed, place])
  const isPlaced = first.length > 0
  const { box, map, failed } = useMap(label, () =>
    isPlaced ? viewOf(first, zooms.place) : viewBeside(around, outlinesOf(areas)),
  )
  const drawing = useRef<Drawing>(undefined)
  const reported = useRef<string | null>(undefined)
  const now = useRef({ fixed, isPlaced, onBoundaries, onPlace })
  useEffect(() => {
    now.current = { fixed, isPlaced, onBoundaries, onPlace }
  })
  useEffect(() => {
    if (!map) return undefined
    const opened = openDrawing(map, {
      onChange: rings => now.current.onBoundaries((reported.current = toBoundaryText(rings, now.current.fixed))),
      onSelect: select,
      onDrawn: () => setTool('edit'),
    })
    drawing.current = opened
    reported.current = undefined
    return () => {
      drawing.current = undefined
      opened.close()
    }
  }, [map])
  // What came from elsewhere, at first or typed as text; what was drawn here is there already.
  useEffect(() => {
    if (!map || boundaries === reported.current) return
    reported.current = boundaries
    drawing.current?.show(drawn)
  }, [map, boundaries, drawn])
  useEffect(() => {
    if (map) drawAreas(map, areas)
  }, [map, areas])
  useEffect(() => (map ? drawPins(map, pins) : undefined), [map, pins])
  // What is near is known later, and is other where another place is chosen above.
  useEffect(() => {
    if (!map || now.current.isPlaced) return
    const view = viewBeside(around, outlinesOf(areas))
    if ('bounds' in view) map.fitBounds(view.bounds, { ...view.fitBoundsOptions, duration: 0 })
    else map.jumpTo(view)
  }, [map, around, areas])
  useEffect(() => {
    if (map) drawing.current?.use(tool)
  }, [map, tool])
  useEffect(() => {
    if (!map || tool !== 'place') return undefined
    const put = ({ lngLat }: { lngLat: { lng: number; lat: number } }) => now.current.onPlace([lngLat.lng, lngLat.lat])
    map.on('click', put)
    return () => void map.off('click', put)
  }, [map, tool])
  const [longitude, latitude] = place ?? []
  useEffect(() => {
    if (!map || longitude === undefined || latitude === undefined) return undefined
    const element = document.createElement('span')
    element.className = 'pin pin-place'
    const marker = new Marker({ element, anchor: 'bottom' }).setLngLat([longitude, latitude]).addTo(map)
    if (!map.getBounds().contains([longitude, latitude])) map.jumpTo({ center: [longitude, latitude], zoom: zooms.place })
    return () => void marker.remove()
  }, [map, longitude, latitude])
  if (failed) return <Note>{t('map.failed')}</Note>
  const hint = tools.find(one => one.key === tool)?.hint
  return (
    <div className="draw-map">
      <div className="map-tools" role="toolbar" aria-label={t('map.tools')}>
        {tools.map(({ key, word, icon: Icon }) => (
          <Button
            key={key}
            size="xs"
            variant={tool === key ? 'filled' : 'default'}
            aria-pressed={tool === key}
            leftSection={<Icon size={15} aria-hidden />}
            onClick={() => setTool(tool === key ? undefined : key)}
          >
            {t(word)}
          </Button>
        ))}
        {selected !== undefined && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => {
              drawing.current?.remove(selected)
              select(undefined)
            }}
          >
            {t('map.remove')}
          </Button>
        )}
        {hint && <output className="map-hint">{t(hint)}</output>}
      </div>
      <div ref={box} className="site-map" data-tool={tool} />
    </div>
  )
}
