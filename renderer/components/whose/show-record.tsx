import { pathShowing } from '#shared/access/routes.ts';
import type { EntityName } from '#shared/model/entities.ts';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { useRole } from '../../stores/session.ts';
import { recordAddress } from '../list-screen/list-url.ts';

interface ShowRecordProps {
  entity: EntityName;
  id: string;
  /** Called once it is on its way. */
  onShown: () => void;
}

/** Goes to the screen that shows the record. */
export function ShowRecord({ entity, id, onShown }: ShowRecordProps): ReactNode {
  const navigate = useNavigate();
  const present = useLocation();
  const path = pathShowing(entity, useRole());
  const go = useEffectEvent(() => {
    if (path !== undefined) void navigate(recordAddress(path, id, present));
    onShown();
  });
  useEffect(() => go(), []);
  return null;
}
