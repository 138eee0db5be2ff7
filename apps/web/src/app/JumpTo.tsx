import { useMantineColorScheme } from '@mantine/core'
import { useMemo } from 'react'
import { useMay, useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Jump } from '../ui/shell/Jump.tsx'
import type { JumpField } from '../ui/shell/Shell.tsx'
import { useServerFinds } from './finds.tsx'
import { screens } from './jump.ts'
import { usePlace } from './place.ts'

/** Ctrl-K with what it finds: screens and what may be done, then places, sensors, smart boxes and people as the server finds them. */
export default function JumpTo({ signOut, ...field }: JumpField & { signOut: () => void }) {
  const t = useText()
  const may = useMay()
  const place = usePlace()
  const { rootEntity } = useSignedIn()
  const rootType = rootEntity.type
  const { setColorScheme: paint } = useMantineColorScheme({ keepTransitions: true })
  const here = useMemo(() => screens({ may, rootType, signOut, paint }, place, t), [may, rootType, signOut, paint, place, t])
  const { targets, isWaiting, hasFailed } = useServerFinds(field.text)
  return <Jump {...field} targets={[...here, ...targets]} isWaiting={isWaiting} hasFailed={hasFailed} />
}
