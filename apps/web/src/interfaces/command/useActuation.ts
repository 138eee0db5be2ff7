import type { Command, Interface, Value } from '@steading/contract/devices/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { data } from '../../platform/api/api.ts'
import { clock } from '../../platform/page/clock.ts'
import { noteCommand } from '../../live/index.ts'
import { queryClient } from '../../platform/api/queries.ts'
import { write } from '../../platform/api/write.ts'
import { gate } from './gate.ts'
import { calls } from '../board.queries.ts'

const everySecond = 1_000

/**
 * Sends commands to one device and follows the last one sent: the live stream tells what became of it, and until then it is
 * asked for every second. `sending` is the value that is going out right now: meanwhile, and for the second click of a double
 * click, nothing else does. `failed` is why sending itself did not work; `onFailed` hears it even when the component is gone.
 */
export function useActuation(iface: Interface, onFailed?: (error: unknown) => void) {
  const [sent, setSent] = useState<Command>()
  const [failed, setFailed] = useState<unknown>()
  const [sending, setSending] = useState<Value>()
  const [{ begin, end }] = useState(() => gate(clock.now))
  const known = iface.lastCommand?.id === sent?.id ? iface.lastCommand : undefined
  const open = sent !== undefined && (known ?? sent).state === 'SENT'
  const { data: asked } = useQuery({
    queryKey: ['interfaces', 'command', sent?.id],
    queryFn: ({ signal }) => data(calls.interfaces.command({ params: { id: sent?.id ?? '' } }, { signal, background: true })),
    enabled: open,
    refetchInterval: everySecond,
  })

  const send = async (value: Value, hold: number) => {
    if (!begin()) return
    setSending(value)
    setFailed(undefined)
    try {
      const params = { e: iface.entity.id, t: iface.terminal.id, i: iface.id }
      const command = await data(write(['interfaces', 'actuate'], calls.interfaces.actuate, { params, body: { value, hold } }))
      setSent(command)
      noteCommand(command)
      await queryClient.invalidateQueries({ queryKey: ['interfaces'] })
    } catch (error) {
      setFailed(error)
      onFailed?.(error)
    } finally {
      end()
      setSending(undefined)
    }
  }
  const command = known && known.state !== 'SENT' ? known : asked && asked.id === sent?.id ? asked : sent
  return { send, sending, failed, command }
}
