import type { LiveReading } from '../readings/index.ts'
import type { Bus, Messages } from '../platform/bus.ts'

/** What happened to something that lies under an entity. */
export type Change =
  | { readonly type: 'command'; readonly key: string; readonly entityId: string; readonly about: Messages['command.changed'] }
  | { readonly type: 'terminal'; readonly key: string; readonly entityId: string; readonly about: Messages['terminal.presence'] }
  | { readonly type: 'rule'; readonly key: string; readonly entityId: string; readonly about: Messages['rule.changed'] }
  | { readonly type: 'event'; readonly key: string; readonly entityId: string; readonly about: Messages['event.changed'] }
  | { readonly type: 'batch'; readonly key: string; readonly entityId: string; readonly about: Messages['batch.changed'] }
  | { readonly type: 'task'; readonly key: string; readonly entityId: string; readonly about: Messages['task.changed'] }

export interface Tab {
  reading(reading: LiveReading): void
  change(change: Change): void
}

export interface Switchboard {
  /** Connects a tab with the values of these interfaces and with all changes; answers how to leave. */
  connect(tab: Tab, interfaceIds: Iterable<string>): () => void
}

/** Listens once to the bus for all tabs, so that a reading costs nothing but for the tabs that show it. */
export function switchboard(bus: Bus): Switchboard {
  const tabs = new Set<Tab>()
  const watchers = new Map<string, Set<Tab>>()

  const tell = (change: Change) => {
    for (const tab of tabs) tab.change(change)
  }
  bus.on('readings.live', 'live', ({ readings }) => {
    if (watchers.size === 0) return
    for (const reading of readings) for (const tab of watchers.get(reading.interfaceId) ?? []) tab.reading(reading)
  })
  bus.on('command.changed', 'live', about =>
    tell({ type: 'command', key: `command ${about.command.id}`, entityId: about.entityId, about }),
  )
  bus.on('terminal.presence', 'live', about =>
    tell({ type: 'terminal', key: `terminal ${about.terminalId}`, entityId: about.entityId, about }),
  )
  bus.on('rule.changed', 'live', about => tell({ type: 'rule', key: `rule ${about.ruleId}`, entityId: about.entityId, about }))
  bus.on('event.changed', 'live', about =>
    tell({ type: 'event', key: `event ${about.eventId}`, entityId: about.entityId, about }),
  )
  bus.on('batch.changed', 'live', about =>
    tell({ type: 'batch', key: `batch ${about.batchId}`, entityId: about.entityId, about }),
  )
  bus.on('task.changed', 'live', about => tell({ type: 'task', key: `task ${about.taskId}`, entityId: about.entityId, about }))

  return {
    connect(tab, interfaceIds) {
      const watched = [...interfaceIds]
      tabs.add(tab)
      for (const id of watched) watchers.set(id, (watchers.get(id) ?? new Set()).add(tab))
      return () => {
        tabs.delete(tab)
        for (const id of watched) {
          const others = watchers.get(id)
          others?.delete(tab)
          if (others?.size === 0) watchers.delete(id)
        }
      }
    },
  }
}
