import type { Position } from '@steading/contract/entities/boundaries'
import { type Map as MapView, Marker, Popup } from 'maplibre-gl'
import { severities, type SeverityLevel, severityShapes, worseOf } from '../marks/severityShapes.ts'
import { clusters } from './clusters.ts'
import { boxOf } from './features.ts'
import { zooms } from './view.ts'

export interface Pin {
  readonly id: string
  readonly name: string
  readonly at: Position
  /** Where a click leads. */
  readonly href?: string
  readonly dim?: boolean
  /** Only from this zoom on. */
  readonly from?: number
  /** Its mark: shape and colour of a severity, and the word for it. */
  readonly severity?: { readonly level: SeverityLevel; readonly word: string } | undefined
}

/** What a cluster of so many places is called, and what pressing it does: lead nearer, or list places that share one spot. */
export type ClusterName = (count: number, opens: 'nearer' | 'list') => string

const mostPins = 1000
/** In pixels: half of a dot, and how high above its place a label begins. */
const dot = 7
const stem = 7
/** Pixels within which places are taken together. */
const clusterReach = 44
/** Pixels within which places stand on one spot. */
const spotReach = 1

/** A place on the screen with the size of its label, which stands centred above it. */
interface Labelled {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Which of these have room for their names, the first before the others: a label covers neither another nor a place. */
export function named(pins: readonly Labelled[]): boolean[] {
  const labels: Labelled[] = []
  return pins.map(pin => {
    const isFree =
      labels.every(
        ({ x, y, width, height }) =>
          Math.abs(x - pin.x) >= (width + pin.width) / 2 || pin.y - y >= pin.height || y - pin.y >= height,
      ) &&
      pins.every(
        ({ x, y }) =>
          Math.abs(x - pin.x) >= pin.width / 2 + dot || y - dot >= pin.y - stem || y + dot <= pin.y - stem - pin.height,
      )
    if (isFree) labels.push(pin)
    return isFree
  })
}

/** Puts the places that are in view onto the map, and again after each move; those without room for a name are dots. */
export function drawPins(
  map: MapView,
  pins: readonly Pin[],
  go: (href: string) => void = () => undefined,
  clusterName?: ClusterName,
): () => void {
  const inTurn = pins.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))
  let shown: Marker[] = []
  const list = new Popup({ maxWidth: '280px', offset: 18 })
  const draw = () => {
    for (const marker of shown) marker.remove()
    const view = map.getBounds()
    const zoom = map.getZoom()
    const there = inTurn.filter(({ at: [x, y], from = 0 }) => zoom >= from && view.contains([x, y])).slice(0, mostPins)
    // As near as a place is shown only those on one spot are taken together.
    const groups = clusterName
      ? clusters(
          there.map(pin => map.project([...pin.at])),
          zoom < zooms.place ? clusterReach : spotReach,
        )
      : there.map((_, at) => [at])
    const together = groups.map(members => members.map(index => there[index]!))
    shown = together.flatMap(([pin, ...others]) =>
      !pin || others.length > 0
        ? []
        : new Marker({ element: pinElement(pin, go), anchor: 'bottom' }).setLngLat([...pin.at]).addTo(map),
    )
    const single = [...shown]
    for (const members of together)
      if (clusterName && members.length > 1) shown.push(clusterMarker(map, members, { clusterName, list, go }).addTo(map))
    const boxes = single.map(marker => {
      const { offsetWidth: width, offsetHeight: height } = marker.getElement()
      return { ...map.project(marker.getLngLat()), width, height }
    })
    for (const [index, isNamed] of named(boxes).entries()) if (!isNamed) toDot(single[index]!)
  }
  draw()
  map.on('moveend', draw)
  return () => {
    map.off('moveend', draw)
    list.remove()
    for (const marker of shown) marker.remove()
  }
}

function toDot(marker: Marker) {
  const element = marker.getElement()
  element.classList.add('pin-dot')
  element.title = element.textContent
  element.lastElementChild?.classList.add('vh')
  marker.setOffset([0, dot])
}

/**
 * Places that stand too near to one another for a pin each: how many, and the worst of their marks. A click leads nearer, or lists
 * those of one spot.
 */
function clusterMarker(
  map: MapView,
  members: readonly Pin[],
  { clusterName, list, go }: { clusterName: ClusterName; list: Popup; go: (href: string) => void },
): Marker {
  const worst = members.reduce<SeverityLevel | null>((level, { severity }) => worseOf(level, severity?.level ?? null), null)
  const word = members.find(({ severity }) => severity?.level === worst)?.severity?.word
  const [west, south, east, north] = boxOf(members.map(member => member.at))! // safe: it has members
  const isOneSpot = west === east && south === north
  const element = document.createElement('button')
  element.type = 'button'
  element.className = 'pin pin-cluster num'
  element.ariaLabel = [clusterName(members.length, isOneSpot ? 'list' : 'nearer'), worst && word].filter(Boolean).join(', ')
  element.title = members.map(member => member.name).join(', ')
  if (worst) element.append(markElement(worst))
  element.append(String(members.length))
  const showList = () => {
    list.setLngLat([west, south]).setDOMContent(listElement(members, go)).addTo(map)
    list.getElement().addEventListener('keydown', ({ key }) => {
      if (key !== 'Escape') return
      list.remove()
      element.focus()
    })
  }
  element.addEventListener('click', event => {
    // The map closes a list at a click of its own.
    event.stopPropagation()
    if (isOneSpot) showList()
    else map.fitBounds([west, south, east, north], { padding: 60, maxZoom: zooms.place, duration: 0 })
  })
  return new Marker({ element }).setLngLat([(west + east) / 2, (south + north) / 2])
}

/** Places of one spot below one another, the worst first. */
function listElement(members: readonly Pin[], go: (href: string) => void): HTMLElement {
  const list = document.createElement('ul')
  list.className = 'pin-list'
  const rankOf = ({ severity }: Pin) => (severity ? severities.indexOf(severity.level) : severities.length)
  for (const pin of members.toSorted((one, other) => rankOf(one) - rankOf(other))) {
    const item = document.createElement('li')
    item.append(placeElement(pin, go, 'pin-line'))
    list.append(item)
  }
  return list
}

const svg = 'http://www.w3.org/2000/svg'
function markElement(level: SeverityLevel): SVGElement {
  const mark = document.createElementNS(svg, 'svg')
  mark.setAttribute('viewBox', '0 0 16 16')
  mark.setAttribute('class', `sev sev-${level.toLowerCase()}`)
  mark.setAttribute('aria-hidden', 'true')
  for (const { path, className } of severityShapes[level]) {
    const shape = document.createElementNS(svg, 'path')
    shape.setAttribute('d', path)
    shape.setAttribute('class', className)
    mark.append(shape)
  }
  return mark
}

const pinElement = (pin: Pin, go: (href: string) => void): HTMLElement =>
  placeElement(pin, go, ['pin', pin.dim && 'pin-dim', pin.severity && 'pin-marked'].filter(Boolean).join(' '))

/** The name of a place with its mark; a link where it leads somewhere. */
function placeElement({ name, href, severity }: Pin, go: (href: string) => void, className: string): HTMLElement {
  const element = document.createElement(href ? 'a' : 'span')
  element.className = className
  const text = document.createElement('span')
  text.textContent = severity ? `${name}, ${severity.word}` : name
  if (severity) element.append(markElement(severity.level))
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
