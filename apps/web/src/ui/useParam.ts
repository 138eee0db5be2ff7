import { useParams } from '@tanstack/react-router'

/** A parameter of the page's address: `useParam('eventId')`. */
export function useParam(name: string): string {
  const given: Readonly<Record<string, string | undefined>> = useParams({ strict: false })
  return given[name] ?? ''
}
