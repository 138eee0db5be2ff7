import type { Map as MapView } from 'maplibre-gl'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { openMap } from './base.ts'
import type { View } from './view.ts'

/** Changes whenever the colours of the page do: a map is drawn anew then. */
function useColours(): number {
  const [changes, count] = useState(0)
  useEffect(() => {
    const watch = new MutationObserver(() => count(before => before + 1))
    watch.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme', 'data-theme'] })
    return () => watch.disconnect()
  }, [])
  return changes
}

let drawable: boolean | undefined
/** Whether this device draws maps at all. */
const canDraw = (): boolean => (drawable ??= document.createElement('canvas').getContext('webgl2') !== null)

/** A map in an element, once its style is there, that begins with a view; `failed` where this device draws none. */
export function useMap(
  label: string,
  view: () => View,
): { box: RefObject<HTMLDivElement | null>; map: MapView | undefined; failed: boolean } {
  const t = useText()
  const box = useRef<HTMLDivElement>(null)
  const first = useRef(view)
  const colours = useColours()
  const [map, setMap] = useState<MapView>()
  useEffect(() => {
    if (!box.current || !canDraw()) return undefined
    box.current.dataset.colours = String(colours)
    const opened = openMap(box.current, { label, view: first.current(), t })
    // `load` waits for the first tiles, which may never come.
    void opened.once('style.load', () => setMap(opened))
    return () => {
      setMap(undefined)
      opened.remove()
    }
  }, [label, t, colours])
  return { box, map, failed: !canDraw() }
}
