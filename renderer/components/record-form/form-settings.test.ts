import { describe, expect, it } from 'vitest';
import { loadFailureText, saveFailureText } from './form-settings.ts';

describe('section 8: what a failed save says', () => {
  const roles = { add: 'Failed to add role', edit: 'Update failed', preferServer: true };

  it('shows the catalogue text with the reason below', () => {
    expect(saveFailureText('Failed to save candidate', 'edit', 'The disk is full.')).toBe(
      'Failed to save candidate\nThe disk is full.',
    );
  });

  it('roles and lead statuses: shows the server message alone', () => {
    expect(saveFailureText(roles, 'add', 'This role exists already.')).toBe('This role exists already.');
  });

  it('roles and lead statuses: differs for add and update where the server says nothing', () => {
    expect(saveFailureText(roles, 'add', '')).toMatch(/^Failed to add role\n/);
    expect(saveFailureText(roles, 'edit', '')).toMatch(/^Update failed\n/);
  });
});

describe('section 8: what a failed load says', () => {
  it('inquiries: differs for viewing and editing', () => {
    const inquiries = {
      view: 'Failed to fetch intern details.',
      edit: 'Failed to fetch intern for editing.',
    };
    expect(loadFailureText(inquiries, 'view')).toBe('Failed to fetch intern details.');
    expect(loadFailureText(inquiries, 'edit')).toBe('Failed to fetch intern for editing.');
  });

  it('is one sentence for both elsewhere', () => {
    expect(loadFailureText('Failed to fetch user', 'view')).toBe('Failed to fetch user');
  });
});
