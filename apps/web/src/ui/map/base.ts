import type { Translate } from '@steading/locales/text'
import { Map as MapView, NavigationControl, ScaleControl, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'
import { feature, mesh } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import outlines from 'world-atlas/countries-50m.json?url'
import { bootConfig } from '../../platform/bootConfig.ts'
import type { View } from './view.ts'
import '../marks/marks.css'
import './map.css'

setWorkerUrl(workerUrl)

const minZoom = 1
const maxZoom = 20
/** From here on coarse outlines of countries would say something wrong: there is only land. */
const outlinesUntil = 11

/** A colour of the theme as it is now. */
export const ink = (name: string, of: Element = document.documentElement) =>
  getComputedStyle(of).getPropertyValue(`--st-${name}`).trim()

interface World extends Topology {
  readonly objects: { readonly countries: GeometryCollection; readonly land: GeometryCollection }
}
let world: Promise<World> | undefined
async function fetchWorld(): Promise<World> {
  const answer = await fetch(outlines)
  if (!answer.ok) throw new Error(`the outlines did not come: ${answer.status}`)
  const fetched: World = await answer.json()
  return fetched
}

/** Where tiles come from, if the platform was told so: an address with {z}, {x} and {y}. */
const tilesOf = (): string | undefined => bootConfig('map-tiles')
export const hasTiles = () => tilesOf() !== undefined

/**
 * An empty map in the colours of the theme: land, sea and borders, all of this server; or the tiles that the platform was told
 * of, with the name of who gives them. @throws where nothing can be drawn
 */
export function openMap(
  container: HTMLElement,
  {
    label,
    view,
    t,
  }: {
    label: string
    /** What is in sight at first. */
    view: View
    t: Translate
  },
): MapView {
  const tiles = tilesOf()
  const style: StyleSpecification = {
    version: 8,
    sources: tiles ? { tiles: { type: 'raster', tiles: [tiles], tileSize: 256, attribution: new URL(tiles).hostname } } : {},
    layers: [
      {
        id: 'sea',
        type: 'background',
        paint: {
          'background-color': [
            'interpolate',
            ['linear'],
            ['zoom'],
            outlinesUntil - 1,
            ink('map-sea', container),
            outlinesUntil,
            ink('map-land', container),
          ],
        },
      },
      ...(tiles ? [{ id: 'tiles', type: 'raster', source: 'tiles' } as const] : []),
    ],
  }
  const map = new MapView({
    container,
    style,
    ...view,
    minZoom,
    maxZoom,
    attributionControl: tiles ? { compact: true } : false,
    fadeDuration: 0,
    dragRotate: false,
    pitchWithRotate: false,
    cooperativeGestures: true,
    locale: {
      'Map.Title': label,
      'Popup.Close': t('ui.close'),
      'NavigationControl.ZoomIn': t('map.zoomIn'),
      'NavigationControl.ZoomOut': t('map.zoomOut'),
      'CooperativeGesturesHandler.WindowsHelpText': t('map.gesture.ctrl'),
      'CooperativeGesturesHandler.MacHelpText': t('map.gesture.mac'),
      'CooperativeGesturesHandler.MobileHelpText': t('map.gesture.touch'),
    },
  })
  map.touchZoomRotate.disableRotation()
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right')
  map.addControl(new ScaleControl({ unit: 'metric' }), 'bottom-left')
  if (!tiles) void map.once('style.load', () => void addOutlines(map, container))
  map.on('idle', () => container.setAttribute('data-ready', ''))
  return map
}

async function addOutlines(map: MapView, container: Element) {
  try {
    const fetched = await (world ??= fetchWorld())
    // Removed meanwhile.
    if (!map.getStyle()) return
    const { countries, land } = fetched.objects
    map.addSource('land', { type: 'geojson', data: feature(fetched, land) })
    map.addSource('borders', { type: 'geojson', data: mesh(fetched, countries, (a, b) => a !== b) })
    const before = map.getLayersOrder().find(id => id !== 'sea')
    map.addLayer({ id: 'land', source: 'land', type: 'fill', paint: { 'fill-color': ink('map-land', container) } }, before)
    map.addLayer(
      {
        id: 'borders',
        source: 'borders',
        type: 'line',
        maxzoom: outlinesUntil,
        paint: { 'line-color': ink('line-2', container), 'line-width': 1 },
      },
      before,
    )
  } catch (error) {
    world = undefined
    console.warn('a map without outlines', error)
  }
}
