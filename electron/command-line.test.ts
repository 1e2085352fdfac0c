import { describe, expect, test } from 'vitest';
import { readStartOptions, withoutOption } from './command-line.ts';

describe('start options', () => {
  test('nothing given means a window, the usual data folder and the embedded server', () => {
    expect(readStartOptions([], '/work')).toEqual({
      browser: false,
      port: 5800,
      demo: false,
      lookAround: false,
    });
  });

  test('both ways of writing a value', () => {
    const expected = {
      browser: true,
      demo: true,
      lookAround: false,
      port: 5900,
      data: '/data/a',
      server: 'https://192.168.1.20:5701',
    };
    const server = 'https://192.168.1.20:5701/';
    expect(
      readStartOptions(
        ['--browser', '--demo', '--port', '5900', '--data', '/data/a', '--server', server],
        '/',
      ),
    ).toEqual(expected);
    expect(
      readStartOptions(['--demo', '--browser', '--port=5900', '--data=/data/a', `--server=${server}`], '/'),
    ).toEqual(expected);
  });

  test('a relative data folder is taken from where the command was given', () => {
    expect(readStartOptions(['--data', 'a/b'], '/home/hr').data).toBe('/home/hr/a/b');
  });

  test.each([
    [['--port'], '--port needs a value.'],
    [['--data', '--browser'], '--data needs a value.'],
    [['--port', '70000'], '--port must be a number'],
    [['--port', '5e3'], '--port must be a number'],
    [['--server', 'ftp://host'], '--server must be an address'],
    [['--server', 'host:5701'], '--server must be an address'],
    [['--sevrer', 'http://host'], 'Unknown option --sevrer'],
  ])('%j is refused with a sentence', (args, sentence) => {
    expect(() => readStartOptions(args, '/')).toThrow(sentence);
  });

  test.each([
    'http://192.168.1.20:5701',
    'http://desk.example.org',
    'http://0.0.0.0:5701',
    'http://127.0.0.1.example.org',
    'http://[::ffff:192.168.1.20]',
    'http://localhost.example.org',
  ])('%s is refused unless it is allowed', (server) => {
    expect(() => readStartOptions(['--server', server], '/')).toThrow('add --allow-plain-http');
    expect(() => readStartOptions(['--server', server], '/', 'ignore')).toThrow('could be read on the way');
    const { origin } = new URL(server);
    expect(readStartOptions(['--server', server, '--allow-plain-http'], '/').server).toBe(origin);
    expect(readStartOptions(['--allow-plain-http', `--server=${server}`], '/').server).toBe(origin);
  });

  test.each([
    'http://127.0.0.1:5701',
    'http://127.8.0.1',
    'http://2130706433:5701',
    'http://localhost:5701',
    'http://LOCALHOST',
    'http://[::1]:5701',
    'https://192.168.1.20:5701',
  ])('%s needs no leave', (server) => {
    expect(readStartOptions(['--server', server], '/').server).toBe(new URL(server).origin);
  });

  test("Electron's own switches can be left alone", () => {
    const args = ['--inspect=0', '--remote-debugging-port=0', '--no-sandbox', '--data', '/d'];
    expect(readStartOptions(args, '/', 'ignore')).toEqual({
      browser: false,
      port: 5800,
      demo: false,
      lookAround: false,
      data: '/d',
    });
  });
});

test('an option is taken out of the arguments with its value', () => {
  const args = ['--no-sandbox', '--data', '/d', '--port=1', '--data=/e', '--demo'];
  expect(withoutOption(args, '--data')).toEqual(['--no-sandbox', '--port=1', '--demo']);
});
