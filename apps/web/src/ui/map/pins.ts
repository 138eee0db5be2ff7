import type { Position } from '@steading/contract/boundaries'
import { type Map as MapView, Marker } from 'maplibre-gl'

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

const mostPins = 1000
/** In pixels: half of a dot, and how high above its place a label begins. */
const [dot, stem] = [7, 7]

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
export function drawPins(map: MapView, pins: readonly Pin[], go: (href: string) => void = () => undefined): () => void {
  const inTurn = pins.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0))
  let shown: Marker[] = []
  const draw = () => {
    for (const marker of shown) marker.remove()
    const view = map.getBounds()
    const zoom = map.getZoom()
    const there = inTurn.filter(({ at: [x, y], from = 0 }) => zoom >= from && view.contains([x, y])).slice(0, mostPins)
    shown = there.map(pin => new Marker({ element: pinElement(pin, go), anchor: 'bottom' }).setLngLat([...pin.at]).addTo(map))
    const boxes = shown.map(marker => {
      const { offsetWidth: width, offsetHeight: height } = marker.getElement()
      return { ...map.project(marker.getLngLat()), width, height }
    })
    for (const [index, isNamed] of named(boxes).entries()) if (!isNamed) toDot(shown[index]!)
  }
  draw()
  map.on('moveend', draw)
  return () => {
    map.off('moveend', draw)
    for (const marker of shown) marker.remove()
  }
}

function toDot(marker: Marker) {
  const element = marker.getElement()
  element.classList.add('pin-dot')
  element.title = element.textContent
  element.firstElementChild?.classList.add('vh')
  marker.setOffset([0, dot])
}

function pinElement({ name, href, dim = false }: Pin, go: (href: string) => void): HTMLElement {
  const element = document.createElement(href ? 'a' : 'span')
  element.className = dim ? 'pin pin-dim' : 'pin'
  const text = document.createElement('span')
  text.textContent = name
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
