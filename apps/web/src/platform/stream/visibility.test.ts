import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hiddenMs, watchVisibility } from './visibility.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Tab {
  hidden: boolean
  watch?: ReturnType<typeof watchVisibility>
}

/** Tabs of one browser: each hears when another one is looked at. */
function browser() {
  const tabs: Tab[] = []
  const open = (hidden: boolean): Tab => {
    const tab: Tab = { hidden }
    tab.watch = watchVisibility({
      isHidden: () => tab.hidden,
      onChange: () => undefined,
      announce: () => tabs.forEach(other => other !== tab && other.watch?.yieldToOther()),
    })
    tabs.push(tab)
    return tab
  }
  return {
    open,
    show: (tab: Tab) => {
      for (const other of tabs) {
        const hidden = other !== tab
        if (hidden === other.hidden) continue
        other.hidden = hidden
        other.watch?.update()
      }
    },
    holding: () => tabs.filter(tab => tab.watch?.isSeen()).length,
  }
}

test('holds no connection in a background tab until it is visible', () => {
  const { open, show, holding } = browser()
  open(false)
  const background = Array.from({ length: 7 }, () => open(true))
  expect(holding()).toBe(1)
  vi.advanceTimersByTime(2 * hiddenMs)
  expect(holding()).toBe(1)
  show(background[3]!)
  expect(background[3]!.watch?.isSeen()).toBe(true)
})

test('holds one connection for tabs shown one after the other', () => {
  const { open, show, holding } = browser()
  const tabs = [open(false), ...Array.from({ length: 7 }, () => open(true))]
  for (const tab of tabs) show(tab)
  expect(holding()).toBe(1)
})

test('keeps the connection of a hidden tab for a while', () => {
  const { open, holding } = browser()
  const tab = open(false)
  tab.hidden = true
  tab.watch?.update()
  vi.advanceTimersByTime(hiddenMs - 1)
  expect(holding()).toBe(1)
  vi.advanceTimersByTime(1)
  expect(holding()).toBe(0)
})
