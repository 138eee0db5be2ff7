import type { Command, Interface, Value } from '@steading/contract/interfaces'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { data } from '../platform/api.ts'
import { clock } from '../platform/clock.ts'
import { noteCommand } from '../platform/live.ts'
import { queryClient } from '../platform/queries.ts'
import { gate } from './gate.ts'
import { calls } from './interfaces.queries.ts'

const everySecond = 1_000

/**
 * Sends commands to one device and follows the last one sent: the live stream tells what became of it, and until then it is
 * asked for every second. `sending` is the value that is going out right now: meanwhile, and for the second click of a double
 * click, nothing else does. `failed` is why sending itself did not work; `onFailed` hears it even when the component is gone.
 */
export function useActuation(of: Interface, onFailed?: (error: unknown) => void) {
  const [sent, setSent] = useState<Command>()
  const [failed, setFailed] = useState<unknown>()
  const [sending, setSending] = useState<Value>()
  const [{ begin, end }] = useState(() => gate(clock.now))
  const told = of.lastCommand?.id === sent?.id ? of.lastCommand : undefined
  const open = sent !== undefined && (told ?? sent).state === 'SENT'
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
      const params = { e: of.entity.id, t: of.terminal.id, i: of.id }
      const command = await data(calls.interfaces.actuate({ params, body: { value, hold } }))
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
  const command = told && told.state !== 'SENT' ? told : asked && asked.id === sent?.id ? asked : sent
  return { send, sending, failed, command }
}
