import { to } from '../../app/index.ts'
import { writeSearch } from '../../platform/search.ts'
import { useMay } from '../../platform/session.ts'
import { Link } from '../../ui/Link.tsx'
import type { Choice } from '../form/choices.ts'

/** The name of a sensor or device, which leads to it among the others of its smart box. */
export function InterfaceLink({ of, name = of.displayName }: { of: Choice; name?: string }) {
  const may = useMay()
  if (!may('terminals.read')) return name
  const box = to('/system/terminals/details/{terminalId}', { terminalId: of.terminal.id })
  return <Link href={box + writeSearch({ search: of.displayName, historyBack: true, hideFilters: true })}>{name}</Link>
}
