import { IconBuildingWarehouse } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useFoundEntities } from '../entities/index.ts'
import { useFoundInterfaces } from '../interfaces/index.ts'
import { useMay, useSignedIn } from '../platform/session.ts'
import { useText } from '../platform/texts.tsx'
import { Jump } from '../ui/shell/Jump.tsx'
import type { JumpField } from '../ui/shell/Shell.tsx'
import { screens } from './jump.ts'
import { to } from './paths.ts'
import { hrefAt, usePlace } from './place.ts'

/** So many places, and so many sensors, leave room for each other. */
const mostOfEach = 8

/** Ctrl-K with what it finds: screens and what may be done, then places and sensors as the server finds them. */
export default function JumpTo({ signOut, ...field }: JumpField & { signOut: () => void }) {
  const t = useText()
  const may = useMay()
  const place = usePlace()
  const { rootEntity } = useSignedIn()
  const rootType = rootEntity.type
  const here = useMemo(() => screens({ may, rootType, signOut }, place, t), [may, rootType, signOut, place, t])
  const places = useFoundEntities(field.text)
  const sensors = useFoundInterfaces(field.text)
  const targets = useMemo(
    () => [
      ...here,
      ...places.slice(0, mostOfEach).map(({ id, name, place: above }) => ({
        href: hrefAt('/farmview', id),
        name,
        place: above,
        isFound: true,
        icon: <IconBuildingWarehouse size={16} stroke={1.7} aria-hidden />,
      })),
      ...sensors.slice(0, mostOfEach).map(({ id, displayName, entity }) => ({
        href: to('/system/interfaces/details/{interfaceId}', { interfaceId: id }),
        name: displayName,
        place: entity.displayName,
        isFound: true,
      })),
    ],
    [here, places, sensors],
  )
  return <Jump {...field} targets={targets} />
}
